import type { Pool, PoolClient } from 'pg';
import type { Position } from '../log/position.js';

/** Table of positions, kept beside the effects that they vouch for. */
export function positionsSql(schema: string): string {
  return `CREATE TABLE ${schema}.positions (
    consumer text PRIMARY KEY,
    epoch integer NOT NULL DEFAULT 1,
    tx xid8 NOT NULL DEFAULT '0',
    pos bigint NOT NULL DEFAULT 0
  )`;
}

/** Where a consumer stands; it is entered at the beginning where it is new. */
export async function readPosition(
  connection: Pool | PoolClient,
  schema: string,
  consumer: string,
): Promise<Position> {
  const { rows } = await connection.query<Position>(
    `INSERT INTO ${schema}.positions AS p (consumer) VALUES ($1)
     ON CONFLICT (consumer) DO UPDATE SET consumer = p.consumer
     RETURNING epoch, tx::text, pos::text`,
    [consumer],
  );
  return rows[0] as Position;
}

/** Thrown where somebody else moved the position: what was read is stale, and its effect must not stay. */
export class PositionMovedError extends Error {
  override readonly name = 'PositionMovedError';
}

/**
 * Moves a consumer on, in the transaction of its effect.
 * @throws PositionMovedError where it no longer stands at `from`.
 */
export async function movePosition(
  client: PoolClient,
  schema: string,
  consumer: string,
  from: Position,
  to: Position,
): Promise<void> {
  const { rowCount } = await client.query(
    `UPDATE ${schema}.positions SET epoch = $2, tx = $3, pos = $4
     WHERE consumer = $1 AND epoch = $5 AND tx = $6 AND pos = $7`,
    [consumer, to.epoch, to.tx, to.pos, from.epoch, from.tx, from.pos],
  );
  if (rowCount !== 1) throw new PositionMovedError(`${consumer} has moved in ${schema}.`);
}
