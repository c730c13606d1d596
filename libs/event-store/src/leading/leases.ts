import type { Pool, PoolClient } from 'pg';

/**
 * Table of leases: whoever must be the only one holds a row of it, and every write of theirs checks the epoch.
 * Session locks are of no use for that: they outlive a lost host for hours and break under a pooler.
 */
export function leasesSql(schema: string): string {
  return `CREATE TABLE ${schema}.leases (
    name text PRIMARY KEY,
    holder text NOT NULL,
    epoch bigint NOT NULL,
    expires_at timestamptz NOT NULL
  )`;
}

/** A lease as its holder knows it. */
export interface Lease {
  schema: string;
  name: string;
  holder: string;
  /** Rises with every new holder. */
  epoch: string;
}

/** Takes a lease that nobody holds, or whose holder has let it expire; null where somebody does. */
export async function acquireLease(
  pool: Pool,
  wanted: Omit<Lease, 'epoch'>,
  milliseconds: number,
): Promise<Lease | null> {
  const { schema, name, holder } = wanted;
  const { rows } = await pool.query<{ epoch: string }>(
    `INSERT INTO ${schema}.leases AS held (name, holder, epoch, expires_at)
     VALUES ($1, $2, 1, clock_timestamp() + $3 * interval '1 millisecond')
     ON CONFLICT (name) DO UPDATE
       SET holder = excluded.holder, epoch = held.epoch + 1, expires_at = excluded.expires_at
       WHERE held.expires_at < clock_timestamp()
     RETURNING epoch`,
    [name, holder, milliseconds],
  );
  return rows[0] === undefined ? null : { ...wanted, epoch: rows[0].epoch };
}

/** Holds on to a lease; answers whether it was still held. */
export async function renewLease(
  pool: Pool,
  { schema, name, holder, epoch }: Lease,
  milliseconds: number,
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `UPDATE ${schema}.leases SET expires_at = clock_timestamp() + $4 * interval '1 millisecond'
     WHERE name = $1 AND holder = $2 AND epoch = $3`,
    [name, holder, epoch, milliseconds],
  );
  return rowCount === 1;
}

/** Gives a lease up, so that the next one need not wait until it expires. */
export async function releaseLease(pool: Pool, lease: Lease): Promise<void> {
  await renewLease(pool, lease, -1);
}

/** Thrown where a lease is somebody else's by now: what was done under it must not stay. */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError';
}

/**
 * Makes sure, until the end of the transaction, that the lease is still held.
 * @throws LeaseLostError
 */
export async function requireLease(client: PoolClient, lease: Lease): Promise<void> {
  const { rowCount } = await client.query(
    `SELECT FROM ${lease.schema}.leases WHERE name = $1 AND holder = $2 AND epoch = $3 FOR SHARE`,
    [lease.name, lease.holder, lease.epoch],
  );
  if (rowCount !== 1) throw new LeaseLostError(`The lease ${lease.schema}.${lease.name} is lost.`);
}
