import { newId } from '@service/contracts';
import { acquireLease, releaseLease, renewLease, type Lease } from '@service/event-store';
import type { Logger } from '@service/platform';
import type { Pool } from 'pg';
import { Leadership, type Duty, type Leading } from './leadership.js';

/** Milliseconds: a lost leader is followed by another after the first, at the latest, and the second. */
const LEASE_FOR = 3_000;
const ROUND = 750;
const NAME = 'leader';

/**
 * Leads by a lease row in the app's own schema. Whoever cannot renew it in time ends its duties; what it may
 * still have under way then is fenced by the lease's epoch.
 */
export class LeaseLeadership extends Leadership {
  private readonly holder = newId('request');
  private readonly duties = new Map<string, Duty>();
  /** Duties that were begun; each resolves when it is under way or was given up. */
  private readonly begun = new Map<Duty, Promise<void>>();
  private lease: Lease | null = null;
  /** Milliseconds of the monotonic clock at which the lease may be somebody else's. */
  private validUntil = 0;
  private timer: NodeJS.Timeout | undefined;
  private round: Promise<void> = Promise.resolve();

  constructor(
    private readonly pool: Pool,
    private readonly schema: string,
    private readonly logger: Logger,
  ) {
    super();
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
        this.round = this.takePart();
        await this.round;
      },
      stop: async () => {
        this.duties.delete(name);
        if (this.duties.size === 0) clearTimeout(this.timer);
        await this.round;
        await this.end(duty);
        if (this.duties.size === 0) await this.release();
      },
    };
  }

  private async takePart(): Promise<void> {
    const asked = performance.now();
    try {
      if (this.lease === null) {
        const wanted = { schema: this.schema, name: NAME, holder: this.holder };
        this.lease = await acquireLease(this.pool, wanted, LEASE_FOR);
      } else if (!(await renewLease(this.pool, this.lease, LEASE_FOR))) {
        this.lease = null;
      }
      this.validUntil = asked + LEASE_FOR;
    } catch (error) {
      if (performance.now() >= this.validUntil - ROUND) this.lease = null;
      this.logger.warn({ err: error, schema: this.schema }, 'The lease could not be asked for.');
    }
    await this.beginOrEnd();
    if (this.duties.size === 0) return;
    this.timer = setTimeout(() => {
      this.round = this.takePart();
    }, ROUND);
  }

  private async beginOrEnd(): Promise<void> {
    const { lease } = this;
    if (lease === null) {
      await Promise.all([...this.begun.keys()].map((duty) => this.end(duty)));
      return;
    }
    for (const duty of this.duties.values()) {
      // Not awaited: a duty that takes its time, or waits for a broker, must not cost the lease.
      if (!this.begun.has(duty)) this.begun.set(duty, this.begin(duty, lease));
    }
  }

  private async begin(duty: Duty, lease: Lease): Promise<void> {
    try {
      await duty.begin(lease);
    } catch (error) {
      this.logger.warn({ err: error, schema: this.schema }, 'A duty could not begin and is tried again.');
      await duty.end();
      this.begun.delete(duty);
    }
  }

  private async end(duty: Duty): Promise<void> {
    const begun = this.begun.get(duty);
    if (begun === undefined) return;
    await begun;
    if (this.begun.delete(duty)) await duty.end();
  }

  private async release(): Promise<void> {
    const { lease } = this;
    this.lease = null;
    if (lease === null) return;
    // Where it cannot be given up it expires.
    await releaseLease(this.pool, lease).catch(() => undefined);
  }
}
