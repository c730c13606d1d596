import { afterAll, afterEach, beforeAll, beforeEach, expect } from '@jest/globals';
import { ownedLogSql, type Lease } from '@service/event-store';
import { createLogger } from '@service/platform/logging';
import { eventually, startEmbeddedDatabase, type EmbeddedDatabase } from '@service/testing';
import type { Pool } from 'pg';
import type { Duty, Leading } from '../owner/leadership.js';
import { LeaseLeadership, type LeaseTimes } from '../owner/lease-leadership.js';

/** Periodic tasks run often, and no lease is lost because the machine is busy. */
const CALM: LeaseTimes = { leaseFor: 60_000, round: 20, patience: 60_000 };
/** For a leader that is to lose its lease, or whose database does not answer. */
export const SHORT: LeaseTimes = { leaseFor: 1_000, round: 20, patience: 500 };

/** A duty that records its begin and end. */
export function watchedDuty(changes: Partial<Duty> = {}) {
  const reported: ('begun' | 'ended')[] = [];
  const leases: (Lease | null)[] = [];
  const duty: Duty = {
    async begin(lease) {
      reported.push('begun');
      leases.push(lease);
      await changes.begin?.(lease);
    },
    async end() {
      await changes.end?.();
      reported.push('ended');
    },
  };
  return { duty, reported, leases };
}

/** Work that waits until the test releases it. */
export function held(): { wait: () => Promise<void>; finish: () => void } {
  let finish = (): void => undefined;
  const waiting = new Promise<void>((resolve) => (finish = resolve));
  return { wait: () => waiting, finish };
}

/** Replicas that want the same lease; those that a test has started are stopped after it. */
export class Replicas {
  database!: EmbeddedDatabase;
  schema = '';
  private started: Leading[] = [];

  constructor() {
    beforeAll(async () => {
      this.database = await startEmbeddedDatabase();
    });
    afterAll(() => this.database.stop());
    beforeEach(async () => {
      this.schema = await this.database.freshSchema();
      await this.database.pool.query(ownedLogSql(this.schema).join(';'));
    });
    afterEach(() => Promise.all(this.started.splice(0).map((leading) => leading.stop())));
  }

  create(pool: Pool = this.database.pool, times = CALM): LeaseLeadership {
    return new LeaseLeadership(pool, this.schema, createLogger('silent'), times);
  }

  async start(duty: Duty, leadership = this.create(), name = 'duty'): Promise<Leading> {
    const leading = leadership.lead(name, duty);
    this.started.push(leading);
    await leading.start();
    return leading;
  }

  /** Two replicas, of which the first leads. */
  async startTwo() {
    const [first, second] = [watchedDuty(), watchedDuty()];
    const leader = await this.start(first.duty);
    await eventually(() => first.reported.length > 0);
    const standby = await this.start(second.duty);
    return { first, second, leader, standby };
  }

  /** When the lease expires; null where it has expired. */
  async expiry(): Promise<string | null> {
    const { rows } = await this.database.pool.query<{ at: string }>(
      `SELECT expires_at::text AS at FROM ${this.schema}.leases WHERE expires_at > clock_timestamp()`,
    );
    return rows[0]?.at ?? null;
  }

  /** Waits until the lease is renewed in the table. */
  async renewed(): Promise<void> {
    const before = await this.expiry();
    await eventually(async () => {
      const now = await this.expiry();
      expect(now).not.toBeNull();
      expect(now).not.toBe(before);
    });
  }

  /** Gives the lease to another holder, as happens to a leader that could not renew it. */
  async takeLeaseAway(): Promise<void> {
    await this.database.pool.query(
      `UPDATE ${this.schema}.leases SET holder = 'somebody', epoch = epoch + 1,
         expires_at = clock_timestamp() + interval '1 minute'`,
    );
  }

  async freeLease(): Promise<void> {
    await this.database.pool.query(`UPDATE ${this.schema}.leases SET expires_at = '-infinity'`);
  }
}
