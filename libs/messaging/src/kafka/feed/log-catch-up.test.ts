import { beforeEach, describe, expect, it } from '@jest/globals';
import { EventStore, type RecordedEvent } from '@service/event-store';
import { eventually } from '@service/testing';
import { append, appendBy, freshLogForEachTest } from '../../testing/fresh-log.js';
import { catchUpFromLog, catchUpInTime } from './log-catch-up.js';

const FAST = 10;
const SLOW = 4;
const APPENDS = 60;

const fresh = freshLogForEachTest();
let seen: RecordedEvent[];
let horizon: bigint;
/** Number of committed appends by the writers that commit at once. */
let written = 0;

beforeEach(() => {
  seen = [];
  horizon = 0n;
});

/** Catches up from where the last call ended; answers the streams of the new events. */
async function catchUp(): Promise<string[]> {
  const now: RecordedEvent[] = [];
  horizon = await catchUpFromLog(fresh.log, horizon, (events) => void now.push(...events));
  seen.push(...now);
  return now.map((event) => event.stream_id);
}

async function beginAppend(streamId: string): Promise<{ commit: () => Promise<void> }> {
  const client = await fresh.database.pool.connect();
  await client.query('BEGIN');
  await appendBy(client, fresh.schema, streamId);
  const commit = async () => {
    await client.query('COMMIT');
    client.release();
  };
  return { commit };
}

async function writeLate(writer: number, others: { finished: boolean }): Promise<void> {
  for (let round = 0; round === 0 || !others.finished; round += 1) {
    const late = await beginAppend(`late-${writer}-${round}`);
    const before = written;
    await eventually(() => written > before + 20 || others.finished, { timeout: 60_000, interval: 2 });
    await late.commit();
  }
}

async function writeFast(writer: number): Promise<void> {
  const store = new EventStore(fresh.database.pool, fresh.schema);
  for (let done = 0; done < APPENDS; done += 1) {
    await append(store, `fast-${writer}`, done);
    written += 1;
  }
}

describe('catching up from a log', () => {
  it('passes on all events, and none of them again from the horizon that was reached', async () => {
    await append(fresh.store, 'a', 0, 2);
    await append(fresh.store, 'b', 0);
    expect(await catchUp()).toEqual(['a', 'a', 'b']);
    expect(await catchUp()).toEqual([]);
    await append(fresh.store, 'a', 2);
    // Other databases of the server take transaction ids too, between any two of these reads.
    const before = await fresh.log.nextTransaction();
    expect(await catchUp()).toEqual(['a']);
    const after = await fresh.log.nextTransaction();
    expect(horizon >= before && horizon <= after).toBe(true);
  });

  it('begins with the first transaction that may be missing', async () => {
    await append(fresh.store, 'a', 0);
    expect(await catchUp()).toEqual(['a']);
    const [{ position }] = seen as [RecordedEvent];
    horizon = BigInt(position.tx);
    expect(await catchUp()).toEqual(['a']);
    horizon = BigInt(position.tx) + 1n;
    expect(await catchUp()).toEqual([]);
  });

  it('leaves late commits, and what may come after them, to the next call', async () => {
    await append(fresh.store, 'before', 0);
    const late = await beginAppend('late');
    await append(fresh.store, 'after', 0);
    expect(await catchUp()).toEqual(['before']);
    await late.commit();
    expect(await catchUp()).toEqual(['late', 'after']);
  });

  it('never lowers a horizon that a log which went back in time does not reach', async () => {
    await append(fresh.store, 'a', 0);
    horizon = 1_000_000n;
    expect(await catchUp()).toEqual([]);
    expect(horizon).toBe(1_000_000n);
  });

  it('reports with each page how far the log is complete', async () => {
    for (let expected = 0; expected < 1_200; expected += 200) await append(fresh.store, 'a', expected, 200);
    const pages: { events: RecordedEvent[]; covered: bigint }[] = [];
    const reached = await catchUpFromLog(
      fresh.log,
      0n,
      (events, covered) => void pages.push({ events, covered }),
    );
    expect(pages.map(({ events }) => events.length)).toEqual([500, 500, 200]);
    for (const [index, { covered }] of pages.entries()) {
      const later = pages.slice(index + 1).flatMap(({ events }) => events);
      expect(later.filter((event) => BigInt(event.position.tx) < covered)).toEqual([]);
    }
    expect(pages[2]?.covered).toBe(reached);
  });

  it('passes on the same events again after a failure', async () => {
    await append(fresh.store, 'a', 0);
    const failing = catchUpFromLog(fresh.log, 0n, () => Promise.reject(new Error('cannot take it')));
    await expect(failing).rejects.toThrow('cannot take it');
    expect(await catchUp()).toEqual(['a']);
  });

  it('misses no event of many writers, some of which commit late, and passes each on once', async () => {
    const others = { finished: false };
    const late = Array.from({ length: SLOW }, (_, writer) => writeLate(writer, others));
    const fast = Promise.all(Array.from({ length: FAST }, (_, writer) => writeFast(writer)));
    void fast.finally(() => (others.finished = true)).catch(() => undefined);
    let calls = 0;
    for (; !others.finished; calls += 1) await catchUp();
    await Promise.all([fast, ...late]);
    await catchUp();
    const { rows } = await fresh.database.pool.query<{ event_id: string }>(
      `SELECT event_id FROM ${fresh.schema}.events`,
    );
    expect(calls).toBeGreaterThan(5);
    expect(rows.length).toBeGreaterThan(FAST * APPENDS);
    const ids = seen.map((event) => event.event_id);
    expect(ids.sort()).toEqual(rows.map((row) => row.event_id).sort());
    const versions = seen.filter((event) => event.stream_id === 'fast-0').map(({ version }) => version);
    expect(versions).toEqual(Array.from({ length: APPENDS }, (_, index) => index + 1));
  });
});

describe('catching up in time', () => {
  const readLog = async () => {
    await catchUp();
    return horizon;
  };

  it('is done once everything is read that was committed before', async () => {
    await append(fresh.store, 'a', 0);
    expect(await catchUpInTime(fresh.log, readLog, 10_000)).toBe(true);
    expect(seen).toHaveLength(1);
  });

  it('is not done while a transaction holds back what was committed before', async () => {
    const late = await beginAppend('late');
    await append(fresh.store, 'a', 0);
    expect(await catchUpInTime(fresh.log, readLog, 100)).toBe(false);
    const done = catchUpInTime(fresh.log, readLog, 10_000);
    await late.commit();
    expect(await done).toBe(true);
    // The read that was under way when the wait was over takes the same events.
    expect(new Set(seen.map((event) => event.event_id)).size).toBe(2);
  });
});
