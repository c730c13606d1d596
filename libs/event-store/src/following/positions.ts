import { escapeLiteral, type Pool, type PoolClient, type QueryResult } from 'pg';
import { UNFORCED_ROW, queryUnderLease, type Lease } from '../leading/leases.js';
import type { Position } from '../log/position.js';
import { inTransaction } from './transaction.js';

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

/** Thrown where the position was moved elsewhere. An effect in the same transaction is rolled back; one before it is repeated. */
export class PositionMovedError extends Error {
  override readonly name = 'PositionMovedError';
}

/** The move of a consumer's position by a batch. */
export interface PositionMove {
  schema: string;
  consumer: string;
  from: Position;
  to: Position;
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
  move: PositionMove,
  work: (client: PoolClient) => Promise<void>,
): Promise<void> {
  await inTransaction(pool, `${begin}; ${moveSql(move)}`, (client, begun) => {
    requireMoved(move, begun.at(-1));
    return work(client);
  });
}

/** An effect that is one statement. */
export interface Effect {
  name: string;
  /** An INSERT that takes its rows from `moved`, which has one row, or none where the position was moved elsewhere. */
  text: string;
  values: readonly unknown[];
  /** Called where the statement fails. */
  failed?: () => void;
}

/**
 * Moves a consumer's position and has an effect in one statement, which is a transaction of its own.
 * @param isForced whether its commit waits for the disk.
 * @throws PositionMovedError where the position is not `from`; it then has no effect.
 */
export async function moveWithEffect(
  pool: Pool,
  move: PositionMove,
  { name, text, values, failed }: Effect,
  isForced: boolean,
): Promise<void> {
  const { schema, consumer, from, to } = move;
  const own = (place: number) => `$${values.length + place}`;
  const moving = pool.query({
    name: `${name}.moving`,
    text: `WITH moved AS (
        UPDATE ${schema}.positions SET (epoch, tx, pos) = (${own(2)}::integer, ${own(3)}::xid8, ${own(4)}::bigint)
        ${isForced ? '' : `FROM ${UNFORCED_ROW}`}
        WHERE consumer = ${own(1)} AND (epoch, tx, pos) = (${own(5)}::integer, ${own(6)}::xid8, ${own(7)}::bigint)
        RETURNING consumer
      ), effect AS (${text})
      SELECT FROM moved`,
    values: [...values, consumer, to.epoch, to.tx, to.pos, from.epoch, from.tx, from.pos],
  });
  if (failed !== undefined) moving.catch(failed);
  requireMoved(move, await moving);
}

/**
 * Moves a consumer's position, in the transaction of the batch's effect.
 * @throws PositionMovedError where the position is not `from`.
 */
export async function movePosition(client: PoolClient, move: PositionMove): Promise<void> {
  requireMoved(move, await client.query(moveSql(move)));
}

/**
 * Moves a consumer's position after an effect that may be repeated: one statement, which does not wait for the disk. A crash of
 * the database may undo it.
 * @param lease under which the effect was done; null where there is only one process.
 * @throws PositionMovedError where the position is not `from`, or the lease is lost.
 */
export async function movePositionAfter(pool: Pool, move: PositionMove, lease: Lease | null): Promise<void> {
  const { schema, consumer, from, to } = move;
  const result = await queryUnderLease(pool, lease, {
    name: `${schema}.move_position`,
    text: (held) => `UPDATE ${schema}.positions SET (epoch, tx, pos) = ($2::integer, $3::xid8, $4::bigint)
      FROM ${UNFORCED_ROW}
      WHERE consumer = $1 AND (epoch, tx, pos) = ($5::integer, $6::xid8, $7::bigint) AND ${held}`,
    values: [consumer, to.epoch, to.tx, to.pos, from.epoch, from.tx, from.pos],
  });
  requireMoved(move, result);
}

/** With its values in the text: several statements in one query take no parameters. */
function moveSql({ schema, consumer, from, to }: PositionMove): string {
  const values = ({ epoch, tx, pos }: Position) => [`${epoch}`, tx, pos].map(escapeLiteral).join(', ');
  return `UPDATE ${schema}.positions SET (epoch, tx, pos) = (${values(to)})
    WHERE consumer = ${escapeLiteral(consumer)} AND (epoch, tx, pos) = (${values(from)})`;
}

function requireMoved({ schema, consumer }: PositionMove, result: QueryResult | undefined): void {
  if (result?.rowCount !== 1)
    throw new PositionMovedError(
      `The position of ${consumer} in ${schema} was moved elsewhere, or its lease is lost.`,
    );
}
