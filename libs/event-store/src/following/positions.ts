import { escapeLiteral, type Pool, type PoolClient } from 'pg';
import type { Position } from '../log/position.js';
import { inTransaction } from './transaction.js';

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
 * Moves a consumer's position as the first thing of a transaction, in one round trip with its beginning, and runs `work` in
 * it.
 * @param begin statements that begin the transaction.
 * @throws PositionMovedError where the position is not `from`.
 */
export async function movingPosition(
  pool: Pool,
  begin: string,
  { schema, consumer, from, to }: { schema: string; consumer: string; from: Position; to: Position },
  work: (client: PoolClient) => Promise<void>,
): Promise<void> {
  const values = ({ epoch, tx, pos }: Position) => [`${epoch}`, tx, pos].map(escapeLiteral);
  const [epoch, tx, pos] = values(to);
  const moving = `UPDATE ${schema}.positions SET epoch = ${epoch}, tx = ${tx}, pos = ${pos}
    WHERE consumer = ${escapeLiteral(consumer)} AND (epoch, tx, pos) = (${values(from).join(', ')})`;
  await inTransaction(pool, `${begin}; ${moving}`, (client, begun) => {
    if (begun.at(-1)?.rowCount !== 1) throw new PositionMovedError(`${consumer} has moved in ${schema}.`);
    return work(client);
  });
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
