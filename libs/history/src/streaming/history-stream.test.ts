import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { acquireLease, releaseLease, type Lease } from '@service/event-store';
import { readCopied, type CopiedRecord } from '@service/evidence';
import { DAY as DAY_LENGTH } from '@service/platform/days';
import { createLogger } from '@service/platform/logging';
import { databaseOfFile } from '@service/testing/fixtures';
import { dropDays } from '../retention/drop-days.js';
import { SampleWriter, startHistoryDatabase } from '../testing/history-database.js';
import { SampleLog } from '../testing/sample-log.js';
import { HistoryStream } from './history-stream.js';
import { readPlace } from './stream-place.js';

const DAY = '2026-03-01';
const NOON = Date.parse(`${DAY}T12:00:00Z`);

const database = databaseOfFile(startHistoryDatabase);
let log: SampleLog;
let writer: SampleWriter;
/** The bodies that the receiver was sent, and what it answers to the next ones. */
let bodies: string[];
let answers: number[];
let server: Server;

beforeAll(async () => {
  server = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const status = request.headers.authorization === 'Splunk key' ? (answers.shift() ?? 200) : 401;
      bodies.push(Buffer.concat(chunks).toString());
      response.writeHead(status, { location: '/elsewhere' }).end();
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

beforeEach(async () => {
  await database.pool.query(`TRUNCATE verify_api.interactions, verify_api.lanes, verify_api.history_seals,
    verify_api.history_sealed_lanes, verify_api.history_dropped_days, verify_api.history_stream, verify_api.leases`);
  [bodies, answers] = [[], []];
  log = new SampleLog(database);
  await log.open();
  writer = new SampleWriter(database);
});

const keep = (projectId: string, count: number, by = writer) =>
  by.keep(Array.from({ length: count }, (_, index) => ({ at: NOON + index, projectId })));
const stream = (now = Date.now) =>
  new HistoryStream(
    database.pool,
    {
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/raw`,
      headers: { authorization: 'Splunk key' },
    },
    createLogger('silent'),
    now,
  );
const linesOf = (body: string | undefined) => (body ?? '').split('\n').slice(0, -1);
const named = (record: CopiedRecord | null) => {
  if (record?.kind === 'line') return `${record.lane.project_id} ${record.sequence}`;
  if (record?.kind === 'lane') return `${record.sealed.project_id} to ${record.sealed.count}`;
  return `seal ${record?.seal.number}`;
};
const copied = (of = bodies) => of.flatMap(linesOf).map((line) => named(readCopied(line)));

describe('a copy of the history', () => {
  it('has the bytes of each line, what each seal covers of its lane, and the seals', async () => {
    await keep('prj_b', 1);
    await keep('prj_a', 2);
    await log.seal();
    await keep('prj_b', 1);
    await log.seal();
    await stream().send();
    const first = ['prj_a 1', 'prj_a 2', 'prj_a to 2', 'prj_b 1', 'prj_b to 1', 'seal 1'];
    expect(copied()).toEqual([...first, 'prj_b 2', 'prj_b to 2', 'seal 2']);
    const { rows } = await database.pool.query<{ lines: string }>(
      `SELECT lines FROM verify_api.interactions WHERE project_id = 'prj_a'`,
    );
    const texts = bodies.flatMap(linesOf).map(readCopied);
    expect(texts.slice(0, 2).map((each) => each?.kind === 'line' && each.text)).toEqual(
      rows[0]?.lines.split('\n'),
    );
    await stream().send();
    expect(bodies).toHaveLength(1);
  });

  it('waits for the seals to be in the log', async () => {
    await keep('prj_a', 1);
    await log.seal();
    await database.pool.query('UPDATE record_store_published.log_head SET tree_size = 0');
    await stream().send();
    expect(bodies).toEqual([]);
  });

  it.each([503, 302, 401])('repeats what was answered %d, and what comes later waits', async (refusal) => {
    await keep('prj_a', 2);
    await log.seal();
    answers = [refusal];
    await expect(stream().send()).rejects.toThrow(`The receiver of the history answered ${refusal}.`);
    await keep('prj_a', 1);
    await log.seal();
    await stream().send();
    expect(copied(bodies.slice(0, 1))).toEqual(['prj_a 1', 'prj_a 2', 'prj_a to 2', 'seal 1']);
    expect(copied(bodies.slice(1))).toEqual([
      ...copied(bodies.slice(0, 1)),
      'prj_a 3',
      'prj_a to 3',
      'seal 2',
    ]);
  });

  it('goes on within a lane, after the last request that was taken', async () => {
    for (let block = 0; block < 40; block += 1) await keep('prj_a', 50);
    await log.seal();
    answers = [200, 200, 500];
    await expect(stream().send()).rejects.toThrow('500');
    const { seal, line } = await readPlace(database.pool);
    expect([seal, line]).toEqual([0, linesOf(bodies[0]).length + linesOf(bodies[1]).length]);
    await stream().send();
    expect(bodies[3]?.startsWith(bodies[2] ?? '-')).toBe(true);
    bodies.splice(2, 1);
    const all = Array.from({ length: 2_000 }, (_, index) => `prj_a ${index + 1}`);
    expect(copied()).toEqual([...all, 'prj_a to 2000', 'seal 1']);
    expect(Math.max(...bodies.map(({ length }) => length))).toBeLessThan(264_000);
  });

  it('is sent by the process that has the lease', async () => {
    await keep('prj_a', 1);
    await log.seal();
    const wanted = { schema: 'verify_api', name: 'stream', holder: 'one' };
    const former = (await acquireLease(database.pool, wanted, 60_000)) as Lease;
    await releaseLease(database.pool, former);
    await acquireLease(database.pool, { ...wanted, holder: 'two' }, 60_000);
    const sender = stream();
    await sender.begin(former);
    await expect(sender.send()).rejects.toMatchObject({ name: 'LeaseLostError' });
    await sender.end();
    expect(await readPlace(database.pool)).toEqual({ seal: 0, lanes: 0, line: 0 });
  });

  it('lags by the age of the oldest seal that was not taken', async () => {
    await keep('prj_a', 1);
    await log.seal();
    const { rows } = await database.pool.query<{ at: string }>(
      `SELECT text::json ->> 'sealed_at' AS at FROM verify_api.history_seals`,
    );
    let now = Date.parse(rows[0]?.at ?? '') + 60_000;
    const sender = stream(() => now);
    expect(sender.lag()).toBeNull();
    await sender.begin(null);
    expect(sender.lag()).toBe(0);
    answers = [503];
    await expect(sender.send()).rejects.toThrow();
    expect(sender.lag()).toBe(60_000);
    await sender.send();
    now += 5;
    expect(sender.lag()).toBe(5);
    await sender.end();
  });

  it('begins behind the days that are dropped, and later ones wait for it', async () => {
    const now = NOON + 100 * DAY_LENGTH;
    await keep('prj_a', 1);
    await log.seal();
    expect(await dropDays(database.pool, 30, now)).toMatchObject({ dropped: [DAY] });
    await new SampleWriter(database).keep([{ at: NOON + DAY_LENGTH, projectId: 'prj_b' }]);
    await log.seal();
    expect(await dropDays(database.pool, 30, now, true)).toMatchObject({
      dropped: [],
      unsent: ['2026-03-02'],
    });
    await stream().send();
    expect(copied()).toEqual(['prj_b 1', 'prj_b to 1', 'seal 2']);
    expect(await dropDays(database.pool, 30, now, true)).toMatchObject({
      dropped: ['2026-03-02'],
      unsent: [],
    });
  });

  it('goes on over lines that somebody took away or broke', async () => {
    await keep('prj_a', 1);
    await keep('prj_a', 2);
    await keep('prj_a', 1);
    await log.seal();
    await database.pool.query('DELETE FROM verify_api.interactions WHERE sequence = 1');
    await database.pool.query(`UPDATE verify_api.interactions SET lines = 'x' || lines WHERE sequence = 2`);
    await database.pool.query('DELETE FROM verify_api.history_seals');
    await stream().send();
    expect(linesOf(bodies[0]).map((line) => JSON.parse(line) as unknown)).toHaveLength(4);
    expect(copied().slice(1)).toEqual(['prj_a 3', 'prj_a 4', 'prj_a to 4']);
  });
});
