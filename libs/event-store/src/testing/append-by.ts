import type { PoolClient } from 'pg';
import { newEvent } from './new-event.js';

/** Appends to a stream in a transaction of the client, which the caller commits. */
export async function appendBy(
  client: PoolClient,
  schema: string,
  streamId: string,
  { expected = 0, count = 1, claims = [] as string[] } = {},
): Promise<void> {
  const events = Array.from({ length: count }, (_, ordinal) => ({
    ...newEvent(streamId, { ordinal }),
    append: 0,
    ordinal,
    version: expected + ordinal + 1,
  }));
  const { rows } = await client.query(`SELECT * FROM ${schema}.append($1, $2, $3, '[]')`, [
    JSON.stringify([{ append: 0, stream_id: streamId, expected }]),
    JSON.stringify(events),
    JSON.stringify(claims.map((name) => ({ append: 0, name, owner: streamId }))),
  ]);
  if (rows.length > 0) throw new Error(`The append conflicts: ${JSON.stringify(rows)}`);
}
