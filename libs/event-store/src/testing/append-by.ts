import type { ClientBase } from 'pg';
import { AppendCall, appendSql } from '../log/append-call.js';
import type { AssertedStream } from '../log/events.js';
import { newEvent } from './new-event.js';

/** Appends to a stream in a transaction of the client, which the caller commits. */
export async function appendBy(
  client: ClientBase,
  schema: string,
  streamId: string,
  { expected = 0, count = 1, claims = [] as string[], asserted = [] as AssertedStream[] } = {},
): Promise<void> {
  const call = new AppendCall(schema, { events: null, results: null });
  call.add(0, {
    streams: [{ stream_id: streamId, expected }],
    asserted,
    events: Array.from({ length: count }, (_, ordinal) => newEvent(streamId, { ordinal })),
    claims: claims.map((name) => ({ name, owner: streamId })),
  });
  const { rows } = await client.query<{ conflict: string | null }>(appendSql(schema, false), [
    null,
    ...call.arguments(),
  ]);
  if (rows[0]?.conflict !== null) throw new Error(`The append conflicts: ${JSON.stringify(rows)}`);
}
