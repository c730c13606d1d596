import { beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '@service/testing';
import { inTransaction } from '../following/transaction.js';
import { PositionMovedError, movePositionAfter, readPosition } from '../following/positions.js';
import { BEGINNING } from '../log/position.js';
import { freshLogForEachTest } from '../testing/fresh-log.js';
import {
  LeaseLostError,
  acquireLease,
  isLeaseFree,
  releaseLease,
  renewLease,
  requireLease,
  underLease,
  type Lease,
} from './leases.js';

const LONG = 60_000;
const fresh = freshLogForEachTest();

const acquire = (holder: string, milliseconds = LONG, name = 'leader'): Promise<Lease | null> =>
  acquireLease(fresh.database.pool, { schema: fresh.schema, name, holder }, milliseconds);
const renew = (lease: Lease): Promise<boolean> => renewLease(fresh.database.pool, lease, LONG);
const isFree = (): Promise<boolean> =>
  isLeaseFree(fresh.database.pool, { schema: fresh.schema, name: 'leader' });
const release = (lease: Lease): Promise<void> => releaseLease(fresh.database.pool, lease);
const writeUnder = (lease: Lease): Promise<void> =>
  inTransaction(fresh.database.pool, 'BEGIN', (client) => requireLease(client, lease));

async function held(holder: string): Promise<Lease> {
  const lease = await acquire(holder);
  if (lease === null) throw new Error(`${holder} does not get the lease.`);
  return lease;
}

/** Lets the lease expire without waiting for it. */
const expire = (): Promise<unknown> =>
  fresh.database.pool.query(
    `UPDATE ${fresh.schema}.leases SET expires_at = clock_timestamp() - interval '1 second'`,
  );

describe('a lease', () => {
  it('is acquired by one of many at the same time', async () => {
    const holders = Array.from({ length: 20 }, (_, index) => `h${index}`);
    const leases = (await Promise.all(holders.map((holder) => acquire(holder)))).filter(
      (lease) => lease !== null,
    );
    expect(leases).toEqual([
      { schema: fresh.schema, name: 'leader', holder: expect.any(String), epoch: '1' },
    ]);
  });

  it('that has expired is acquired by one of many, with a higher epoch', async () => {
    await held('lost');
    await expire();
    const holders = Array.from({ length: 20 }, (_, index) => `h${index}`);
    const leases = await Promise.all(holders.map((holder) => acquire(holder)));
    expect(leases.filter((lease) => lease !== null).map(({ epoch }) => epoch)).toEqual(['2']);
  });

  it('cannot be acquired by others while its holder renews it', async () => {
    const lease = await held('a');
    await expire();
    expect(await renew(lease)).toBe(true);
    expect(await acquire('b')).toBeNull();
  });

  it('that is released is free at once', async () => {
    const lease = await held('a');
    expect(await isFree()).toBe(false);
    await release(lease);
    expect(await isFree()).toBe(true);
    expect(await acquire('b')).toMatchObject({ holder: 'b', epoch: '2' });
  });

  it('is independent of a lease with another name', async () => {
    await held('a');
    expect(await acquire('b', LONG, 'sealer')).toMatchObject({ name: 'sealer', epoch: '1' });
  });
});

describe('an old holder', () => {
  it('can neither renew nor release the lease of another', async () => {
    const old = await held('a');
    await expire();
    await held('b');
    expect(await renew(old)).toBe(false);
    await release(old);
    expect(await acquire('c')).toBeNull();
  });

  it('that acquires it again does not hold it under its old epoch', async () => {
    const old = await held('a');
    await expire();
    const renewed = await held('a');
    expect([await renew(old), await renew(renewed)]).toEqual([false, true]);
    await expect(writeUnder(old)).rejects.toBeInstanceOf(LeaseLostError);
    await writeUnder(renewed);
  });

  it('can write nothing more', async () => {
    const old = await held('a');
    await writeUnder(old);
    await expire();
    await held('b');
    await expect(writeUnder(old)).rejects.toBeInstanceOf(LeaseLostError);
  });
});

describe('a write under a lease', () => {
  it('blocks the next holder until it is committed', async () => {
    const lease = await held('a');
    await expire();
    const client = await fresh.database.pool.connect();
    await client.query('BEGIN');
    await requireLease(client, lease);
    let taken = false;
    const taking = acquire('b').then((got) => {
      taken = true;
      return got;
    });
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    await eventually(async () => {
      const waiting = await fresh.database.pool.query(
        'SELECT FROM pg_stat_activity WHERE $1 = ANY (pg_blocking_pids(pid))',
        [rows[0]?.pid],
      );
      expect(waiting.rows).toHaveLength(1);
    });
    expect(taken).toBe(false);
    await client.query('COMMIT');
    client.release();
    expect(await taking).toMatchObject({ holder: 'b', epoch: '2' });
  });
});

describe('a transaction that begins under a lease', () => {
  const writtenUnder = (lease: Lease | null): Promise<string> =>
    underLease(fresh.database.pool, lease, () => Promise.resolve('written'));

  it('does its work while the lease is held, or where there is none', async () => {
    expect([await writtenUnder(await held('a')), await writtenUnder(null)]).toEqual(['written', 'written']);
  });

  it('does nothing once another replica has the lease', async () => {
    const old = await held('a');
    await expire();
    await held('b');
    await expect(writtenUnder(old)).rejects.toBeInstanceOf(LeaseLostError);
  });
});

describe('a position that is moved after its effect', () => {
  const to = { epoch: 1, tx: '10', pos: '2' };
  const from = { ...BEGINNING, epoch: 1 };
  const moved = async (lease: Lease | null, start = from) =>
    movePositionAfter(
      fresh.database.pool,
      { schema: fresh.schema, consumer: 'relay', from: start, to },
      lease,
    );
  const read = () => readPosition(fresh.database.pool, fresh.schema, 'relay');

  beforeEach(read);

  it('moves under the lease, or where there is none', async () => {
    await moved(await held('a'));
    expect(await read()).toEqual(to);
    await moved(null, to);
  });

  it('does not move from another position than it is at', async () => {
    await expect(moved(await held('a'), to)).rejects.toBeInstanceOf(PositionMovedError);
    expect(await read()).toEqual(from);
  });

  it('does not move once another replica has the lease', async () => {
    const old = await held('a');
    await expire();
    await held('b');
    await expect(moved(old)).rejects.toBeInstanceOf(PositionMovedError);
    expect(await read()).toEqual(from);
  });
});
