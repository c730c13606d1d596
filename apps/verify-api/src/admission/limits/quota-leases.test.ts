import { describe, expect, it } from '@jest/globals';
import type { Quota } from '@service/contracts';
import type { Pool } from 'pg';
import type { QuotaLease } from './quota-lease.js';
import { QuotaLeases } from './quota-leases.js';
import { limitsDatabase } from '../../testing/limits-database.js';

const NOON = Date.UTC(2026, 0, 1, 12);
const MIDNIGHT = Date.UTC(2026, 0, 2);
const PROJECT = 'prj_1';

const database = limitsDatabase();

/** A replica with a virtual clock. */
class Replica {
  now = NOON;
  readonly leases: QuotaLeases;

  constructor(
    public quota: Quota,
    pool: Pool = database.pool,
  ) {
    this.leases = new QuotaLeases(pool);
  }

  static async start(quota: Quota): Promise<Replica> {
    const replica = new Replica(quota);
    await replica.leases.start({ quotas: () => [[PROJECT, replica.quota]] }, NOON);
    return replica;
  }

  get lease(): QuotaLease {
    return this.leases.leaseOf(PROJECT, 'verify', this.quota, this.now) as QuotaLease;
  }

  /** Requests one operation a number of times; returns how many were given. */
  spend(asked: number): number {
    let given = 0;
    for (let each = 0; each < asked; each += 1) {
      if (!this.lease.has(1, this.now)) continue;
      this.lease.take(1);
      given += 1;
    }
    return given;
  }

  async round(milliseconds = 100): Promise<void> {
    this.now += milliseconds;
    await this.leases.settle(this.now);
  }
}

/** Runs rounds of all replicas at once, with requests to each in every round; returns how much all gave. */
async function run(replicas: Replica[], rounds: number, asked: number): Promise<number> {
  let given = 0;
  for (let round = 0; round < rounds; round += 1) {
    for (const replica of replicas) given += replica.spend(asked);
    await Promise.all(replicas.map((replica) => replica.round()));
  }
  return given;
}

const start = (quota: Quota, count: number): Promise<Replica[]> =>
  Promise.all(Array.from({ length: count }, () => Replica.start(quota)));

describe('a quota that three replicas share', () => {
  it.each([5, 20_000])('of %i is given completely, and not one operation more', async (quota) => {
    const replicas = await start({ verify: quota }, 3);
    expect(await run(replicas, 90, Math.min(quota, 500))).toBe(quota);
    expect(await run(replicas, 20, 5)).toBe(0);
    for (const { lease, now } of replicas) expect(lease.remaining(now)).toBe(0);
  });

  it('is given completely by one replica, because the others return idle operations', async () => {
    const replicas = await start({ verify: 1_000 }, 3);
    let given = 0;
    for (let round = 0; round < 60; round += 1) {
      given += replicas[0]?.spend(200) ?? 0;
      await Promise.all(replicas.map((replica) => replica.round()));
    }
    expect(given).toBe(1_000);
  });

  it('continues after a restart', async () => {
    const before = await start({ verify: 500 }, 3);
    const given = before.map((replica) => replica.spend(20)).reduce((sum, each) => sum + each);
    expect(given).toBe(60);
    await Promise.all(before.map((replica) => replica.leases.stop(replica.now)));
    const after = await start({ verify: 500 }, 3);
    expect(await run(after, 60, 100)).toBe(440);
  });

  it('loses no more to a replica that is killed than its lease', async () => {
    const killed = await Replica.start({ verify: 50_000 });
    const given = killed.spend(10);
    const rest = await run(await start({ verify: 50_000 }, 2), 120, 600);
    expect(given + rest).toBeLessThanOrEqual(50_000);
    expect(given + rest).toBeGreaterThanOrEqual(50_000 - 500);
  });

  it('is full again at midnight UTC', async () => {
    const replicas = await start({ verify: 50 }, 2);
    expect(await run(replicas, 30, 50)).toBe(50);
    for (const replica of replicas) replica.now = MIDNIGHT - 50;
    expect(replicas.map((replica) => replica.spend(1))).toEqual([0, 0]);
    await Promise.all(replicas.map((replica) => replica.round()));
    expect(await run(replicas, 30, 50)).toBe(50);
  });
});

describe('a quota that is changed', () => {
  it('counts operations before its first lease', async () => {
    const replica = await Replica.start({});
    replica.quota = { verify: 50 };
    expect(replica.spend(20)).toBe(20);
    await replica.round();
    expect(replica.lease.remaining(replica.now)).toBe(30);
    expect(await run([replica], 20, 50)).toBe(30);
  });

  it('counts operations while the first lease is under way', async () => {
    const replica = await Replica.start({});
    replica.quota = { verify: 50 };
    expect(replica.spend(20)).toBe(20);
    const round = replica.round();
    expect(replica.spend(5)).toBe(5);
    await round;
    expect(replica.lease.remaining(replica.now)).toBe(25);
    expect(await run([replica], 20, 50)).toBe(25);
  });

  it('to more admits more from the next round on', async () => {
    const replica = await Replica.start({ verify: 5 });
    expect(replica.spend(10)).toBe(5);
    replica.quota = { verify: 8 };
    await replica.round();
    expect(await run([replica], 5, 10)).toBe(3);
  });

  it('to less admits no more than the new quota', async () => {
    const replica = await Replica.start({ verify: 1_000 });
    expect(replica.spend(3)).toBe(3);
    replica.quota = { verify: 5 };
    await replica.round();
    expect(await run([replica], 5, 10)).toBe(2);
  });
});

describe('while the database is down', () => {
  it('the last lease is spent, and nothing beyond it', async () => {
    let away = false;
    const query = (...parts: unknown[]) =>
      away
        ? Promise.reject(new Error('away'))
        : (database.pool.query as (...all: unknown[]) => unknown).apply(database.pool, parts);
    const replica = new Replica({ verify: 1_000 }, { query } as unknown as Pool);
    await replica.leases.start({ quotas: () => [[PROJECT, replica.quota]] }, NOON);
    away = true;
    expect(replica.spend(1_000)).toBe(100);
    await expect(replica.round()).rejects.toThrow('away');
    expect(replica.spend(1_000)).toBe(0);
    away = false;
    expect(await run([replica], 40, 1_000)).toBe(900);
  });
});

it('deletes the rows of past days', async () => {
  const replica = await Replica.start({ verify: 5 });
  await replica.round(2 * 86_400_000);
  const { rows } = await database.pool.query('SELECT DISTINCT day FROM verify_api.quota_days');
  expect(rows).toHaveLength(1);
});
