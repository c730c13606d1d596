import { describe, expect, it, jest } from '@jest/globals';
import { KeyRing, parseNote } from '@service/evidence';
import { eventually } from '@service/testing';
import { expectSoundLog } from '../testing/expect-sound-log.js';
import { hasCheckpoint } from './has-checkpoint.js';
import { ORIGIN, SequencedLog } from '../testing/sequenced-log.js';

const log = new SequencedLog();

describe('the transparency log', () => {
  it('contains every element of both tables once, in batches as they come', async () => {
    await log.begin();
    for (const [at, count] of [1, 0, 2, 29, 1, 224, 1, 64, 200, 78].entries()) {
      const half = Math.floor(count / 2);
      if (half > 0) await log.append(`rec_${at}`, half);
      if (count > half) await log.append(`aut_${at}`, count - half, 1);
      await log.allPublished();
    }
    expect(await log.headSize()).toBe(600);
    await log.endAll();
    await expectSoundLog(log, ORIGIN);
    const subjects = await log.rows<{ id: string; highest: number; entries: string }>(
      `SELECT subject_id AS id, max(sequence) AS highest, count(*) AS entries
       FROM $.log_leaves GROUP BY 1 ORDER BY 1`,
    );
    expect(subjects).toHaveLength(15);
    for (const { highest, entries } of subjects) expect(Number(entries)).toBe(highest);
  });

  it('has a backlog of both tables in the order of its transactions, which no batch holds at once', async () => {
    for (let at = 0; at < 16; at += 1) {
      await log.append(`rec_${at}`, 300);
      await log.append(`aut_${at}`, 1, 1);
    }
    await log.sequenceAll();
    const [records, authorities] = log.schemas.sources;
    const leaves = await log.rows<{ tx: string; subject_id: string }>(
      `SELECT e.tx::text, l.subject_id FROM $.log_leaves AS l JOIN (
         SELECT stream_id, version, tx FROM ${records}.events UNION ALL
         SELECT stream_id, version, tx FROM ${authorities}.events
       ) AS e ON e.stream_id = l.subject_id AND e.version = l.sequence ORDER BY l.index`,
    );
    const transactions = leaves.map(({ tx }) => BigInt(tx));
    expect(transactions).toHaveLength(16 * 301);
    expect(transactions).toEqual(transactions.toSorted((left, right) => (left < right ? -1 : 1)));
    await expectSoundLog(log, ORIGIN);
  });

  it('has a published head from the beginning, without entries; before that, nobody is ready', async () => {
    const problem = hasCheckpoint(log.database.pool, log.schemas.log);
    expect(await problem()).toMatch(/no checkpoint yet/);
    await log.sequenceAll();
    expect(await problem()).toBeNull();
    expect(await log.headSize()).toBe(0);
    await expectSoundLog(log, ORIGIN);
  });

  it('continues after a batch that was committed and never published', async () => {
    await log.append('rec_1', 3);
    await log.sequenceAll();
    await log.append('rec_1', 2);
    await log.append('aut_1', 1, 1);
    await log.sequenceAll();
    expect(await log.headSize()).toBe(6);
    await expectSoundLog(log, ORIGIN);
  });

  it('confirms its head regularly, and as of which transactions', async () => {
    await log.begin({ refresh: 100 });
    const head = async () => {
      const [row] = await log.rows<{ at: Date; covered: string }>('SELECT at, covered::text FROM $.log_head');
      return { at: row?.at.getTime() ?? 0, covered: BigInt(row?.covered ?? 0) };
    };
    await eventually(async () => (await head()).at > 0);
    const before = await head();
    await eventually(async () => {
      const { at, covered } = await head();
      return at > before.at && covered > before.covered;
    });
  });

  it('is confirmed once more when the sequencer hands over', async () => {
    await log.append('rec_1');
    await log.begin({ refresh: 600_000 });
    await log.allPublished();
    const confirmed = async () =>
      (await log.rows<{ at: Date }>('SELECT at FROM $.log_head'))[0]?.at.getTime() ?? 0;
    const before = await confirmed();
    await log.endAll();
    expect(await confirmed()).toBeGreaterThan(before);
  });

  it('covers no transaction that is still running, and takes its elements when it ends', async () => {
    await log.begin({ refresh: 100 });
    await eventually(async () => (await log.headSize()) !== null);
    const client = await log.database.pool.connect();
    await client.query('BEGIN');
    const { rows } = await client.query<{ id: string }>('SELECT pg_current_xact_id()::text AS id');
    const running = BigInt(rows[0]?.id ?? 0);
    await log.append('rec_1');
    const state = async () => {
      const [row] = await log.rows<{ at: Date; covered: string; tree_size: string }>(
        'SELECT at, covered::text, tree_size FROM $.log_head',
      );
      return row;
    };
    const before = (await state())?.at.getTime() ?? 0;
    await eventually(async () => ((await state())?.at.getTime() ?? 0) > before);
    expect(await state()).toMatchObject({ tree_size: '0' });
    expect(BigInt((await state())?.covered ?? 0) <= running).toBe(true);
    await client.query('COMMIT');
    client.release();
    await log.allPublished();
    await eventually(async () => BigInt((await state())?.covered ?? 0) > running);
  });

  it('stays the newest one, fresh and unchanged, while the next checkpoint cannot be stored', async () => {
    await log.append('rec_1');
    await log.begin({ refresh: 100 });
    await log.allPublished();
    const keep = jest.spyOn(log.checkpoints, 'store').mockRejectedValue(new Error('away'));
    const head = async () => {
      const [row] = await log.rows<{ at: Date; size: number; covered: string }>(
        'SELECT at, tree_size::integer AS size, covered::text FROM $.log_head',
      );
      return row;
    };
    await log.append('rec_1');
    await eventually(() => keep.mock.calls.length > 1);
    const before = await head();
    await eventually(async () => ((await head())?.at.getTime() ?? 0) > (before?.at.getTime() ?? 0));
    expect(await head()).toMatchObject({ size: 1, covered: before?.covered });
    keep.mockRestore();
    await log.allPublished();
  });

  it('is signed by every checkpoint key of the ring, again after the ring has changed', async () => {
    await log.append('rec_1');
    await log.sequenceAll();
    log.keys = log.keys.with(KeyRing.generate('2026-11-22T03:00:00.000Z').newest('checkpoint'));
    await log.sequenceAll();
    const [head] = await log.rows<{ note: string }>('SELECT note FROM $.log_head');
    expect(parseNote(head?.note ?? '').signatures).toHaveLength(2);
    expect(parseNote(log.checkpoints.notes.at(-1) ?? '').signatures).toHaveLength(2);
    await expectSoundLog(log, ORIGIN);
  });

  it('continues beside a corrupted element, and reports it', async () => {
    await log.append('rec_1', 2);
    await log.append('rec_2', 2);
    await log.rows('ALTER TABLE $.events DISABLE TRIGGER events_are_append_only');
    await log.rows(`UPDATE $.events SET element = 'spoilt' WHERE stream_id = 'rec_1' AND version = 2`);
    await log.append('rec_1', 1);
    const sequencer = await log.begin();
    await eventually(async () => (await log.headSize()) === 3);
    await eventually(() => expect(sequencer.status).toMatchObject({ skipped: 2, refused: null, size: 3 }));
    await log.endAll();
    await expectSoundLog(log, ORIGIN);
  });
});
