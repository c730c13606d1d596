import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { HistoryChecker } from '@service/evidence';
import { createLogger } from '@service/platform/logging';
import { eventually } from '@service/testing';
import { databaseOfFile } from '@service/testing/fixtures';
import type { Pool, PoolClient, QueryResult } from 'pg';
import { readBlocks, startHistoryDatabase } from '../testing/history-database.js';
import { sampleInteraction } from '../testing/sample-interaction.js';
import { HistoryWriter } from './history-writer.js';

const database = databaseOfFile(startHistoryDatabase);
afterEach(() => database.pool.query('TRUNCATE verify_api.interactions, verify_api.lanes'));

const logger = createLogger('silent');
const keep = (writer: HistoryWriter, interaction = sampleInteraction(), deadline = Infinity) =>
  new Promise<boolean>((resolve) => writer.record(interaction, deadline, resolve));
const linesOf = async () => (await readBlocks(database.pool)).flatMap(({ lines }) => lines);
const said = (line: string) => JSON.parse(line) as Record<string, unknown>;

/** The database's pool, whose connections send their queries through `behave` first. */
function poolThat(behave: (run: () => Promise<unknown>) => Promise<unknown>): Pool {
  const { pool } = database;
  const connect = async () => {
    const client = await pool.connect();
    const query = (config: never) => behave(() => client.query(config) as unknown as Promise<unknown>);
    return { query, release: (broken: boolean) => client.release(broken) };
  };
  return { connect } as unknown as Pool;
}

describe('an interaction', () => {
  it('is stored when its answer may be sent', async () => {
    const writer = new HistoryWriter(database.pool, logger);
    const interaction = sampleInteraction({ status: 404, errorCode: 'record.not_found' });
    expect(await keep(writer, interaction)).toBe(true);
    const [line = ''] = await linesOf();
    expect(said(line)).toMatchObject({
      sequence: 1,
      request_id: interaction.requestId,
      channel: 'api',
      actor: { type: 'credential', id: 'crd_one' },
      operation: 'records.verify',
      subjects: ['rec_one'],
      outcome: 'refused',
      status: 404,
      error_code: 'record.not_found',
      duration_ms: 1.5,
    });
  });

  it('has no personal data in its line; this is stored beside it', async () => {
    await keep(new HistoryWriter(database.pool, logger));
    const [block] = await readBlocks(database.pool);
    expect(block?.lines[0]).not.toContain('192.0.2.1');
    expect(Object.values(block?.personal ?? {})).toEqual([
      expect.objectContaining({ address: '192.0.2.1', user_agent: 'tests' }),
    ]);
  });

  it('shares a commit with all others of the same turn, in order', async () => {
    const writer = new HistoryWriter(database.pool, logger);
    const sent = Array.from({ length: 500 }, () => sampleInteraction());
    await Promise.all(sent.map((each) => keep(writer, each)));
    const blocks = await readBlocks(database.pool);
    expect(blocks).toHaveLength(1);
    expect(blocks[0]?.lines.map((line) => said(line)['request_id'])).toEqual(
      sent.map(({ requestId }) => requestId),
    );
  });

  it('is linked to the one before, across commits', async () => {
    const writer = new HistoryWriter(database.pool, logger);
    for (let commit = 0; commit < 3; commit += 1) {
      await Promise.all([1, 2, 3].map(() => keep(writer)));
    }
    const blocks = await readBlocks(database.pool);
    const [first] = blocks;
    if (first === undefined) throw new Error('Nothing was stored.');
    const checker = new HistoryChecker(first);
    expect(blocks.flatMap((block) => checker.take(block))).toEqual([]);
    expect(checker.newest).toBe(9);
  });

  it('of another project belongs to another chain', async () => {
    const writer = new HistoryWriter(database.pool, logger);
    const projects = ['prj_1', 'prj_2', null, 'prj_2'];
    await Promise.all(projects.map((projectId) => keep(writer, sampleInteraction({ projectId }))));
    const blocks = await readBlocks(database.pool);
    expect(blocks.map(({ project_id, lines }) => [project_id, lines.length])).toEqual([
      ['operator', 1],
      ['prj_1', 1],
      ['prj_2', 2],
    ]);
  });
});

describe('a writer', () => {
  it('of a project with many others in the commit keeps no other project’s waiting', async () => {
    const writer = new HistoryWriter(database.pool, logger);
    const answered: (string | null)[] = [];
    const answer = (projectId: string) =>
      new Promise<void>((resolve) => {
        const interaction = sampleInteraction({ projectId });
        writer.record(interaction, Infinity, () => resolve(void answered.push(projectId)));
      });
    await Promise.all([...Array.from({ length: 50 }, () => answer('prj_many')), answer('prj_one')]);
    expect(answered).toHaveLength(51);
    expect(answered.indexOf('prj_one')).toBe(1);
  });

  it('keeps one connection while it has lines to store, and gives it back afterwards', async () => {
    const connect = jest.spyOn(database.pool, 'connect');
    const writer = new HistoryWriter(database.pool, logger);
    for (let commit = 0; commit < 3; commit += 1) await keep(writer);
    expect(connect).toHaveBeenCalledTimes(1);
    connect.mockRestore();
    await eventually(() => expect(database.pool.idleCount).toBe(database.pool.totalCount));
  });

  it('replaces a connection that broke', async () => {
    const breaks = ['lost', 'ended'];
    let opened = 0;
    const pool = poolThat((run) =>
      breaks.pop() === undefined ? run() : Promise.reject(new Error('broken')),
    );
    const connect = pool.connect.bind(pool) as () => Promise<PoolClient>;
    pool.connect = (async () => {
      opened += 1;
      return connect();
    }) as typeof pool.connect;
    expect(await keep(new HistoryWriter(pool, logger))).toBe(true);
    expect(opened).toBe(3);
  });

  it.each([
    ['', false, []],
    [' while an attempt to store it was lost', true, []],
    // An attempt that had stored them would have stored the other project's, too.
    ['; then nor the other’s, while an attempt to store both was lost', true, ['prj_other']],
  ])('answers no line as durable whose place another one has taken%s', async (_, isLost, others) => {
    let fails = false;
    const pool = poolThat((run) => {
      if (!fails) return run();
      fails = false;
      return Promise.reject(new Error('connection lost'));
    });
    const writer = new HistoryWriter(pool, logger);
    expect(await keep(writer)).toBe(true);
    const columns = `day, project_id, line_count, first_at, last_at, first_request, last_request, links, lines, personal, tally`;
    await database.pool.query(`INSERT INTO verify_api.interactions (writer, sequence, ${columns})
      SELECT writer, sequence + 1, ${columns} FROM verify_api.interactions`);
    fails = isLost;
    const together = others.map((projectId) => keep(writer, sampleInteraction({ projectId })));
    expect(await Promise.all([keep(writer), ...together])).toEqual([false, ...others.map(() => false)]);
    expect(await keep(writer)).toBe(true);
  });

  it('stores what arrives during a commit with the next, and begins it before it answers', async () => {
    const ends: (() => void)[] = [];
    let begun = 0;
    const pool = poolThat(async (run) => {
      begun += 1;
      const result = await run();
      await new Promise<void>((end) => ends.push(end));
      return result;
    });
    const writer = new HistoryWriter(pool, logger);
    const answered: string[] = [];
    const keepNamed = (name: string) => keep(writer).then(() => answered.push(name));
    const first = keepNamed('first');
    await eventually(() => expect(ends).toHaveLength(1));
    const next = Promise.all(['second', 'third'].map(keepNamed));
    ends[0]?.();
    await first;
    expect([begun, answered]).toEqual([2, ['first']]);
    await eventually(() => expect(ends).toHaveLength(2));
    ends[1]?.();
    await next;
    expect((await readBlocks(database.pool)).map(({ lines }) => lines.length)).toEqual([1, 2]);
    await writer.stop();
  });
});

describe('a history while the database is unavailable', () => {
  it('withholds answers, and later stores the 503 that was sent', async () => {
    let away = true;
    let now = Date.now();
    const pool = poolThat((run) => (away ? Promise.reject(new Error('away')) : run()));
    const writer = new HistoryWriter(pool, logger, () => now, { patience: 1, longestCommit: 10_000 });
    const first = keep(writer);
    await new Promise(setImmediate);
    await new Promise(setImmediate);
    const second = sampleInteraction();
    const refused = keep(writer, second);
    // An answer waits no longer where the clock is set back.
    now -= 3_600_000;
    expect([await first, await refused]).toEqual([false, false]);
    away = false;
    expect(await keep(writer)).toBe(true);
    const lines = (await linesOf()).map(said);
    expect(lines).toHaveLength(3);
    expect(lines.find(({ request_id }) => request_id === second.requestId)).toMatchObject({
      outcome: 'failed',
      error_code: 'service.unavailable',
    });
  });

  it('withholds an answer from its deadline on, which may have passed', async () => {
    let away = true;
    const pool = poolThat((run) => (away ? Promise.reject(new Error('away')) : run()));
    const limits = { patience: 3_600_000, longestCommit: 10_000 };
    const writer = new HistoryWriter(pool, logger, Date.now, limits);
    expect(await keep(writer, sampleInteraction(), performance.now())).toBe(false);
    away = false;
    expect(await keep(writer)).toBe(true);
  });

  it('withholds no answer because the clock is set forward', async () => {
    let away = true;
    let now = Date.now();
    const pool = poolThat((run) => (away ? Promise.reject(new Error('away')) : run()));
    const seen = jest.spyOn(pool, 'connect');
    const kept = keep(new HistoryWriter(pool, logger, () => now));
    await eventually(() => expect(seen).toHaveBeenCalledTimes(1));
    now += 3_600_000;
    await eventually(() => expect(seen).toHaveBeenCalledTimes(2));
    away = false;
    expect(await kept).toBe(true);
  });

  it('is stored once if only the answer to the commit was lost, and answered when the standby has that, too', async () => {
    let lost = true;
    const read: string[] = [];
    const pool = poolThat(async (run) => {
      const answer = (await run()) as QueryResult;
      read.push(answer.fields.map(({ name }) => name).join());
      if (!lost) return answer;
      lost = false;
      throw new Error('connection lost');
    });
    expect(await keep(new HistoryWriter(pool, logger))).toBe(true);
    expect(await linesOf()).toHaveLength(1);
    // A commit that changes nothing would not wait for the standby: see test/standby.test.ts.
    expect(read).toEqual(['', '', 'pg_logical_emit_message,standing']);
  });

  it('leaves no statement behind at the server when it has waited too long for one', async () => {
    const blocker = await database.pool.connect();
    await blocker.query('BEGIN; LOCK TABLE verify_api.interactions');
    const limits = { patience: 60_000, longestCommit: 100 };
    const kept = keep(new HistoryWriter(database.pool, logger, Date.now, limits));
    const seen = new Set<number>();
    await eventually(async () => {
      const { rows } = await database.pool.query<{ pid: number }>(
        `SELECT pid FROM pg_stat_activity WHERE wait_event = 'relation'`,
      );
      for (const { pid } of rows) seen.add(pid);
      expect(seen.size).toBeGreaterThan(2);
      expect(rows.length).toBeLessThan(2);
    });
    await blocker.query('ROLLBACK');
    blocker.release();
    expect(await kept).toBe(true);
    expect(await linesOf()).toHaveLength(1);
  });

  it('creates a missing partition', async () => {
    const midnight = Date.parse('2031-02-03T23:59:59.999Z');
    let now = midnight;
    const writer = new HistoryWriter(database.pool, logger, () => now);
    expect(await keep(writer)).toBe(true);
    now += 1;
    expect(await keep(writer)).toBe(true);
    now = midnight; // A clock that is set back does not reopen the day before.
    expect(await keep(writer)).toBe(true);
    const blocks = await readBlocks(database.pool);
    expect(blocks.map(({ day, sequence }) => [day, sequence])).toEqual([
      ['2031-02-03', 1],
      ['2031-02-04', 1],
      ['2031-02-04', 2],
    ]);
    expect(said(blocks[2]?.lines[0] ?? '')['occurred_at']).toBe('2031-02-04T00:00:00.000Z');
  });

  it('accepts nothing after it is stopped, and ends even if the database stays unavailable', async () => {
    const writer = new HistoryWriter(
      poolThat(() => Promise.reject(new Error('away'))),
      logger,
      Date.now,
      { patience: 100, longestCommit: 100 },
    );
    const answers: Promise<boolean>[] = [keep(writer)];
    await writer.stop();
    answers.push(keep(writer));
    expect(await Promise.all(answers)).toEqual([false, false]);
  });
});

describe('a hostile subject', () => {
  const SUBJECTS: Record<string, string> = {
    'the end of a line': '"}\n{"sequence":1',
    NUL: 'a\u0000b',
    'half a surrogate pair': '\ud800',
    'a name of every object': '__proto__',
    'a long text': 'x'.repeat(100_000),
    'characters of four bytes': '\u{1f4a5}'.repeat(64),
  };

  it.each(Object.keys(SUBJECTS))('stays within its line: %s', async (name) => {
    const subject = SUBJECTS[name] ?? '';
    await keep(new HistoryWriter(database.pool, logger), sampleInteraction({ subjects: [subject] }));
    const lines = await linesOf();
    expect(lines).toHaveLength(1);
    expect(lines[0]?.length).toBeLessThan(1_024);
    const shown = said(lines[0] ?? '');
    expect(shown).toMatchObject({ sequence: 1, outcome: 'succeeded', subjects: [expect.any(String)] });
    expect(subject.startsWith(String(shown['subjects']))).toBe(true);
  });
});
