import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { databaseOfFile } from '@service/testing/fixtures';
import type { PoolClient } from 'pg';
import { EventLog } from '../log/event-log.js';
import { BEGINNING, type Position } from '../log/position.js';
import { eventLogSql } from '../log/schema.sql.js';
import { appendBy } from '../testing/append-by.js';

const database = databaseOfFile();
let schema: string;
let clients: PoolClient[];

beforeEach(async () => {
  schema = await database.freshSchema();
  for (const statement of eventLogSql(schema)) await database.pool.query(statement);
  clients = await Promise.all(Array.from({ length: 3 }, () => database.pool.connect()));
  for (const client of clients) await client.query('BEGIN');
});
afterEach(() => clients.forEach((client) => client.release(true)));

type Interleaving = (poll: () => Promise<void>) => Promise<void>;
type Writers = [PoolClient, PoolClient, PoolClient];

/** The streams that a tail has seen after some interleaved writes and one more poll. */
async function seenBy(poll: () => Promise<string[]>, interleave: Interleaving): Promise<string[]> {
  const seen: string[] = [];
  const pollOnce = async (): Promise<void> => void seen.push(...(await poll()));
  await interleave(pollOnce);
  await pollOnce();
  return seen.sort();
}

/** The first writer gets the lower position and commits after the second one was seen. */
const lateCommit: Interleaving = async (poll) => {
  const [first, second] = clients as Writers;
  await appendBy(first, schema, 'first');
  await appendBy(second, schema, 'second');
  await second.query('COMMIT');
  await poll();
  await first.query('COMMIT');
};

/** A tail that remembers only the highest position, with a condition on what it may see. */
function tailByPosition(condition: string): () => Promise<string[]> {
  let at = '0';
  return async () => {
    const { rows } = await database.pool.query<{ pos: string; stream_id: string }>(
      `SELECT pos, stream_id FROM ${schema}.events WHERE pos > $1 AND ${condition} ORDER BY pos`,
      [at],
    );
    at = rows[rows.length - 1]?.pos ?? at;
    return rows.map((row) => row.stream_id);
  };
}

function tailByLog(): () => Promise<string[]> {
  const log = new EventLog(database.pool, schema);
  let at: Position = BEGINNING;
  return async () => {
    const { events } = await log.readAll(at, 100);
    at = events[events.length - 1]?.position ?? at;
    return events.map((event) => event.stream_id);
  };
}

describe('a transaction that commits after one with a higher position', () => {
  it('is lost by a tail that remembers positions', async () => {
    expect(await seenBy(tailByPosition('true'), lateCommit)).toEqual(['second']);
  });

  it('is not lost by the log', async () => {
    expect(await seenBy(tailByLog(), lateCommit)).toEqual(['first', 'second']);
  });
});
