import { newId } from '@service/contracts';
import {
  LEADER,
  acquireLease,
  isLeaseFree,
  releaseLease,
  renewLease,
  type Lease,
} from '@service/event-store';
import { type Logger } from '@service/platform/logging';
import { OutageLog, inTime } from '@service/platform/scheduling';
import type { Pool } from 'pg';
import { Leadership, type Duty, type Leading } from './leadership.js';

/** Milliseconds. A lost leader is replaced within `leaseFor` plus `round`; one that stops, within `round`. */
export interface LeaseTimes {
  readonly leaseFor: number;
  /** Interval at which the leader renews the lease and the others try to acquire it. */
  readonly round: number;
  /**
   * How long to wait for the database's answer. A leader without an answer ends its duties before the lease can
   * be another's.
   */
  readonly patience: number;
}

const TIMES: LeaseTimes = { leaseFor: 3_000, round: 750, patience: 1_500 };

/**
 * Leads by a lease row in the app's own schema. A leader that cannot renew the lease in time ends its duties;
 * writes that are still under way then are rejected by the lease's epoch.
 */
export class LeaseLeadership extends Leadership {
  private readonly holder = newId('request');
  private readonly duties = new Map<string, Duty>();
  /** Duties that were begun; each promise resolves when the duty is under way or was given up. */
  private readonly begun = new Map<Duty, Promise<void>>();
  private readonly ending = new Map<Duty, Promise<void>>();
  private readonly outage: OutageLog;
  private lease: Lease | null = null;
  /** Milliseconds of the monotonic clock until which the lease is held for certain. */
  private validUntil = 0;
  private timer: NodeJS.Timeout | undefined;
  private round: Promise<void> = Promise.resolve();

  constructor(
    private readonly pool: Pool,
    private readonly schema: string,
    private readonly logger: Logger,
    private readonly times = TIMES,
  ) {
    super();
    this.outage = new OutageLog(logger.child({ schema }), 'Asking for the lease');
  }

  /** Whether this replica leads. */
  get leads(): boolean {
    return this.lease !== null;
  }

  lead(name: string, duty: Duty): Leading {
    return {
      start: async () => {
        this.duties.set(name, duty);
        if (this.duties.size > 1) return;
        this.round = this.round.then(() => this.acquireOrRenew());
        await this.round;
      },
      stop: async () => {
        this.duties.delete(name);
        await this.round;
        await this.end(duty);
        if (this.idle) await this.giveUp();
      },
    };
  }

  /**
   * Ends all duties for good and releases the lease, so that another replica takes over at once instead of after the
   * rest of a shutdown.
   */
  async resign(): Promise<void> {
    this.duties.clear();
    await this.round;
    await this.endAll();
    await this.giveUp();
  }

  /** Whether no duty is registered, under way or ending. */
  private get idle(): boolean {
    return this.duties.size === 0 && this.begun.size === 0;
  }

  private async acquireOrRenew(): Promise<void> {
    const asked = performance.now();
    const { leaseFor, round } = this.times;
    try {
      if (this.lease === null && this.duties.size > 0) {
        this.lease = await this.withinPatience(this.acquireIfFree());
      } else if (
        this.lease !== null &&
        !(await this.withinPatience(renewLease(this.pool, this.lease, leaseFor)))
      ) {
        this.lease = null;
      }
      this.validUntil = asked + leaseFor;
      this.outage.over();
    } catch (error) {
      if (performance.now() >= this.validUntil - round) this.lease = null;
      this.outage.seen(error);
    }
    await this.beginOrEnd();
    clearTimeout(this.timer);
    if (this.idle) return;
    this.timer = setTimeout(() => {
      this.round = this.acquireOrRenew();
    }, round);
  }

  private async acquireIfFree(): Promise<Lease | null> {
    const wanted = { schema: this.schema, name: LEADER, holder: this.holder };
    if (!(await isLeaseFree(this.pool, wanted))) return null;
    return acquireLease(this.pool, wanted, this.times.leaseFor);
  }

  private async beginOrEnd(): Promise<void> {
    const { lease } = this;
    if (lease === null) return this.endAll();
    for (const duty of this.duties.values()) {
      // Not awaited: otherwise a slow start of a duty would lose the lease.
      if (!this.begun.has(duty)) this.begun.set(duty, this.begin(duty, lease));
    }
  }

  private async begin(duty: Duty, lease: Lease): Promise<void> {
    try {
      await duty.begin(lease);
    } catch (error) {
      this.logger.warn({ err: error, schema: this.schema }, 'A duty could not begin and is retried.');
      await this.finish(duty);
    }
  }

  private async endAll(): Promise<void> {
    await Promise.all([...this.begun.keys()].map((duty) => this.end(duty)));
  }

  private end(duty: Duty): Promise<void> {
    const ending = this.ending.get(duty) ?? this.endOnce(duty).finally(() => this.ending.delete(duty));
    this.ending.set(duty, ending);
    return ending;
  }

  private async endOnce(duty: Duty): Promise<void> {
    await this.begun.get(duty);
    if (this.begun.has(duty)) await this.finish(duty);
  }

  private async finish(duty: Duty): Promise<void> {
    try {
      await duty.end();
    } catch (error) {
      this.logger.error({ err: error, schema: this.schema }, 'A duty did not end cleanly.');
    }
    this.begun.delete(duty);
  }

  /** Renews the lease no more, and releases it. */
  private async giveUp(): Promise<void> {
    clearTimeout(this.timer);
    await this.round;
    await this.release();
  }

  private async release(): Promise<void> {
    const { lease } = this;
    this.lease = null;
    if (lease === null) return;
    // A lease that cannot be released expires.
    await this.withinPatience(releaseLease(this.pool, lease)).catch(() => undefined);
  }

  /** @throws where the database does not answer in time. */
  private withinPatience<Answer>(answer: Promise<Answer>): Promise<Answer> {
    return inTime(answer, this.times.patience, () => new Error('The database did not answer in time.'));
  }
}
