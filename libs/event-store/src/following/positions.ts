import type { Pool, PoolClient } from 'pg';
import type { Position } from '../log/position.js';

/** Table of positions, stored with the effects of the events before them. */
export function positionsSql(schema: string): string {
  return `CREATE TABLE ${schema}.positions (
    consumer text PRIMARY KEY,
    epoch integer NOT NULL DEFAULT 1,
    tx xid8 NOT NULL DEFAULT '0',
    pos bigint NOT NULL DEFAULT 0
  )`;
}

/** The position of a consumer; a new consumer is inserted at the beginning. */
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

/** Thrown where the position was moved elsewhere: the batch is stale, and its effect must be rolled back. */
export class PositionMovedError extends Error {
  override readonly name = 'PositionMovedError';
}

/**
 * Moves a consumer's position, in the transaction of the batch's effect.
 * @throws PositionMovedError where the position is not `from`.
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
