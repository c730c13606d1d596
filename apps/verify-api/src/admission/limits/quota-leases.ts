import { OPERATION_KINDS, type OperationKind, type Quota } from '@service/contracts';
import { dayNumberOf } from '@service/platform/days';
import type { Pool } from 'pg';
import { QuotaLease, type QuotaRequest } from './quota-lease.js';
import { forgetQuotaDays, leaseQuotas, openQuotaDay, readQuotaUse } from './quota-table.js';

/** Milliseconds between two reads of the state of all quotas. */
const OBSERVE_EVERY = 1_000;

/** Lists the projects that have a quota. */
export interface QuotaSource {
  quotas(): Iterable<readonly [projectId: string, quota: Quota]>;
}

/**
 * The quotas of projects. Replicas lease operations from the table before they spend them. A process that stops
 * returns its leases. A process that is killed loses them: at most a hundredth of each quota or 100 operations,
 * whichever is more.
 */
export class QuotaLeases {
  private readonly leases = new Map<string, QuotaLease>();
  private source: QuotaSource = { quotas: () => [] };
  private observedAt = 0;
  private day = 0;

  constructor(private readonly pool: Pool) {}

  /** Leases a first part of every quota, before the first request. */
  async start(source: QuotaSource, now: number): Promise<void> {
    this.source = source;
    await this.settle(now);
  }

  /** A project's lease under its current quota; null where it has no quota for that kind. */
  leaseOf(projectId: string, kind: OperationKind, quota: Quota, now: number): QuotaLease | null {
    const limit = quota[kind];
    if (limit === undefined) return null;
    const key = `${projectId}:${kind}`;
    let lease = this.leases.get(key);
    if (lease === undefined) this.leases.set(key, (lease = new QuotaLease(key, limit, dayNumberOf(now))));
    else lease.changeQuota(limit);
    return lease;
  }

  /** Leases needed operations, returns idle ones, and reads the state of the quotas once a second. */
  async settle(now: number): Promise<void> {
    const day = dayNumberOf(now);
    if (day !== this.day) await this.removeIdle(day);
    this.day = day;
    this.openNew(now);
    await this.lease(now);
    if (now - this.observedAt >= OBSERVE_EVERY) {
      this.observedAt = now;
      await this.observe(day);
    }
  }

  /** Returns all leases. */
  async stop(now: number): Promise<void> {
    for (const lease of this.leases.values()) lease.release();
    await this.lease(now);
  }

  /** A new quota gets its lease before its first request, or soon after. */
  private openNew(now: number): void {
    for (const [projectId, quota] of this.source.quotas()) {
      for (const kind of OPERATION_KINDS) this.leaseOf(projectId, kind, quota, now);
    }
  }

  private async lease(now: number): Promise<void> {
    const day = dayNumberOf(now);
    const unopened: string[] = [];
    const requests = new Map<string, QuotaRequest>();
    for (const [key, lease] of this.leases) {
      const opened = lease.holds(day);
      const request = lease.request(now);
      if (request === null) continue;
      requests.set(key, request);
      if (!opened) unopened.push(key);
    }
    if (requests.size === 0) return;
    if (unopened.length > 0) await openQuotaDay(this.pool, day, unopened);
    const grants = await leaseQuotas(this.pool, day, requests);
    for (const [key, request] of requests) {
      const grant = grants.get(key);
      if (grant !== undefined) this.leases.get(key)?.grant(request, grant, day);
    }
  }

  /** Once a day, removes leases without use the day before; the caller cache has dropped them long ago. */
  private async removeIdle(day: number): Promise<void> {
    for (const [key, lease] of this.leases) {
      if (lease.idleSince(day - 1)) this.leases.delete(key);
    }
    await forgetQuotaDays(this.pool, day - 1);
  }

  private async observe(day: number): Promise<void> {
    const held = [...this.leases.values()].filter((lease) => lease.holds(day));
    if (held.length === 0) return;
    const uses = await readQuotaUse(
      this.pool,
      day,
      held.map(({ key }) => key),
    );
    for (const lease of held) {
      const use = uses.get(lease.key);
      if (use !== undefined && lease.holds(day)) lease.observe(use);
    }
  }
}
