import { escapeLiteral, type Pool, type PoolClient, type QueryResult, type QueryResultRow } from 'pg';
import { inTransaction } from '../following/transaction.js';

/** The lease of the replica of an app that leads. */
export const LEADER = 'leader';

/** A lease, with what its holder knows of it. */
export interface Lease {
  schema: string;
  name: string;
  holder: string;
  /** Rises with every new holder. */
  epoch: string;
}

/** Whether a lease can be acquired. Unlike an attempt, this locks nothing that its holder's writes wait for. */
export async function isLeaseFree(
  pool: Pool,
  { schema, name }: Pick<Lease, 'schema' | 'name'>,
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `SELECT FROM ${schema}.leases WHERE name = $1 AND expires_at >= clock_timestamp()`,
    [name],
  );
  return rowCount === 0;
}

/** Acquires a lease that is free or has expired; null where it is held. */
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

/** Renews a lease; answers whether it was still held. */
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

/** Releases a lease, which saves the next holder the wait until it expires. */
export async function releaseLease(pool: Pool, lease: Lease): Promise<void> {
  await renewLease(pool, lease, -1);
}

/** Thrown where a lease is no longer held: what was written under it must be rolled back. */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError';
}

/**
 * Checks that a lease is held, and locks it until the end of the transaction.
 * @throws LeaseLostError
 */
export async function requireLease(client: PoolClient, lease: Lease): Promise<void> {
  const { rowCount } = await client.query(lockSql(lease));
  if (rowCount !== 1) throw lost(lease);
}

/**
 * Runs `work` in a transaction that checks and locks a lease as it begins, in one round trip.
 * @param lease null where there is only one process.
 * @throws LeaseLostError
 */
export function underLease<Result>(
  pool: Pool,
  lease: Lease | null,
  work: (client: PoolClient) => Promise<Result>,
  begin = 'BEGIN',
): Promise<Result> {
  if (lease === null) return inTransaction(pool, begin, work);
  return inTransaction(pool, `${begin}; ${lockSql(lease)}`, (client, begun) => {
    if (begun.at(-1)?.rowCount !== 1) throw lost(lease);
    return work(client);
  });
}

/** A statement that writes only under a condition, which its text takes. */
export interface LeasedStatement {
  name: string;
  text: (held: string) => string;
  values: readonly unknown[];
}

/**
 * Runs one statement as a transaction of its own, in one round trip: the lease is checked and locked by the condition that
 * its text takes. What the statement answers tells whether it wrote.
 * @param lease null where there is only one process.
 */
export function queryUnderLease<Row extends QueryResultRow>(
  pool: Pick<Pool, 'query'>,
  lease: Lease | null,
  { name, text, values }: LeasedStatement,
): Promise<QueryResult<Row>> {
  if (lease === null) return pool.query<Row>({ name, text: text('true'), values: [...values] });
  const places = [1, 2, 3].map((place) => `$${values.length + place}`);
  return pool.query<Row>({
    name: `${name}_under_lease`,
    text: text(`EXISTS (${heldSql(lease, places)})`),
    values: [...values, ...leaseValues(lease)],
  });
}

/**
 * For the FROM of a statement that is a transaction of its own: its commit does not wait for the disk. Use it for what is
 * made again, the same, where a crash took it.
 */
export const UNFORCED_ROW = `(SELECT set_config('synchronous_commit', 'off', true)) AS unforced`;

/** With its values in the text: several statements in one query take no parameters. */
function lockSql(lease: Lease): string {
  return heldSql(lease, leaseValues(lease).map(escapeLiteral));
}

/** Name, holder and epoch. */
function leaseValues({ name, holder, epoch }: Lease): string[] {
  return [name, holder, epoch];
}

/**
 * A query that finds and locks a lease while it is held.
 * @param values those of `leaseValues`, as literals or parameters.
 */
function heldSql({ schema }: Lease, [name, holder, epoch]: readonly string[]): string {
  return `SELECT FROM ${schema}.leases WHERE name = ${name} AND holder = ${holder} AND epoch = ${epoch} FOR SHARE`;
}

function lost({ schema, name }: Lease): LeaseLostError {
  return new LeaseLostError(`The lease ${schema}.${name} is lost.`);
}
