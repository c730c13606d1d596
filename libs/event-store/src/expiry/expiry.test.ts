import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { eventually } from '@service/testing';
import { databaseOfFile } from '@service/testing/fixtures';
import { inTransaction } from '../following/transaction.js';
import type { RecordedEvent } from '../log/events.js';
import { ownedLogSql } from '../log/schema.sql.js';
import { applyDue, type Due } from './due-table.js';
import { ExpiryTimer } from './expiry-timer.js';

const database = databaseOfFile();
let schema: string;
let timer: ExpiryTimer | undefined;

beforeEach(async () => {
  schema = await database.freshSchema();
  await database.pool.query(ownedLogSql(schema).join(';'));
});
afterEach(() => timer?.stop());

const PAST = '2020-01-01T00:00:00.000Z';
const EARLIER = '2019-01-01T00:00:00.000Z';
const FUTURE = '2100-01-01T00:00:00.000Z';

/** Applies a batch in which each event sets when its subject is due; undefined sets nothing. */
async function apply(...said: [string, string | null | undefined][]): Promise<void> {
  const events = said.map(
    ([stream_id, due_at]) => ({ stream_id, data: { due_at } }) as unknown as RecordedEvent,
  );
  const dueOf = ({ stream_id, data }: RecordedEvent): Due | null => {
    const { due_at } = data as { due_at?: string | null };
    return due_at === undefined ? null : { subject_id: stream_id, due_at };
  };
  await inTransaction(database.pool, 'BEGIN', (client) => applyDue(client, schema, events, dueOf));
}

async function dues(): Promise<Record<string, string>> {
  const { rows } = await database.pool.query<{ subject_id: string; due_at: Date }>(
    `SELECT * FROM ${schema}.due`,
  );
  return Object.fromEntries(rows.map((row) => [row.subject_id, row.due_at.toISOString()]));
}

function startTimer(
  expire: (id: string) => Promise<void>,
  onError: (error: unknown) => void = () => undefined,
  rhythm: { interval?: number } = { interval: 10 },
) {
  timer = new ExpiryTimer(database.pool, {
    schema,
    expire,
    outage: { seen: onError, over: () => undefined },
    ...rhythm,
  });
  timer.start();
}

describe('due times', () => {
  it('are those of the latest event of a subject', async () => {
    await apply(['a', PAST], ['b', PAST], ['c', PAST], ['d', undefined]);
    await apply(['a', FUTURE], ['b', null], ['c', undefined]);
    expect(await dues()).toEqual({ a: FUTURE, c: PAST });
  });

  it('are those of the latest event within one batch, too', async () => {
    await apply(
      ['a', PAST],
      ['a', FUTURE],
      ['b', PAST],
      ['b', null],
      ['c', null],
      ['c', PAST],
      ['c', undefined],
    );
    expect(await dues()).toEqual({ a: FUTURE, c: PAST });
  });

  it('applied again change nothing', async () => {
    await apply(['a', PAST], ['b', null]);
    await apply(['a', PAST], ['b', null]);
    expect(await dues()).toEqual({ a: PAST });
  });
});

describe('the expiry timer', () => {
  it('expires what is due within a second, the earliest first, and nothing else', async () => {
    const ended: string[] = [];
    const pauses = jest.spyOn(globalThis, 'setTimeout');
    startTimer(async (id) => void ended.push(id), undefined, {});
    expect(pauses.mock.calls.map(([, pause]) => pause)).toEqual([500]);
    pauses.mockRestore();
    await apply(['later', PAST], ['not-yet', FUTURE], ['first', EARLIER]);
    await eventually(() => expect(ended.length).toBeGreaterThanOrEqual(2));
    expect(ended.slice(0, 2)).toEqual(['first', 'later']);
    expect(ended).not.toContain('not-yet');
  });

  it('retries a subject that failed, reports it, and expires the others meanwhile', async () => {
    const errors: unknown[] = [];
    const ended: string[] = [];
    let failures = 1;
    await apply(['a', EARLIER], ['b', PAST]);
    const expire = async (id: string): Promise<void> => {
      if (id === 'a' && failures-- > 0) throw new Error('not now');
      ended.push(id);
      await apply([id, null]);
    };
    startTimer(expire, (error) => errors.push(error));
    await eventually(() => expect(ended).toEqual(['b', 'a']));
    expect(errors).toEqual([new Error('not now')]);
    expect(await dues()).toEqual({});
  });

  it('continues after its database failed', async () => {
    const ended: string[] = [];
    const errors: unknown[] = [];
    await database.pool.query(`ALTER TABLE ${schema}.due RENAME TO away`);
    startTimer(
      async (id) => void ended.push(id),
      (error) => errors.push(error),
    );
    await eventually(() => errors.length > 0);
    await database.pool.query(`ALTER TABLE ${schema}.away RENAME TO due`);
    await apply(['a', PAST]);
    await eventually(() => expect(ended).toContain('a'));
  });

  it('waits for the poll under way when it stops, and starts no other', async () => {
    let finish = (): void => undefined;
    let finished = false;
    let rounds = 0;
    await apply(['a', PAST]);
    startTimer(async () => {
      rounds += 1;
      await new Promise<void>((resolve) => (finish = resolve));
      finished = true;
    });
    await eventually(() => rounds === 1);
    const stopped = timer?.stop();
    finish();
    await stopped;
    expect([finished, rounds]).toEqual([true, 1]);
  });
});
