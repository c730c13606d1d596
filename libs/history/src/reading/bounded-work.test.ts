import { beforeAll, describe, expect, it } from '@jest/globals';
import { firstLinkOf, linkOf, linkText, type Digest } from '@service/evidence';
import { databaseOfFile } from '@service/testing/fixtures';
import { SampleWriter, requestIdAt, startHistoryDatabase } from '../testing/history-database.js';
import { exportInteractions } from './export-interactions.js';
import { listInteractions } from './list-interactions.js';
import type { LineFilter } from './line-filter.js';
import { LAST, newestLines, type LineSearch } from './newest-lines.js';
import { readInteractionOf } from './read-interaction.js';

const MIDNIGHT = Date.parse('2026-03-01T00:00:00Z');
const LINES = 40_000;
const IN_COMMIT = 2_000;
const MOST_LINES = 10_000;
const PROJECT = 'prj_many';

const database = databaseOfFile(startHistoryDatabase);
let oldest: string;
const allowed = () => {};
beforeAll(async () => {
  const writers = [new SampleWriter(database), new SampleWriter(database)];
  oldest = requestIdAt(MIDNIGHT);
  for (let done = 0; done < LINES; done += IN_COMMIT) {
    const lines = Array.from({ length: IN_COMMIT }, (_, index) => ({
      at: MIDNIGHT + done + index,
      projectId: PROJECT,
      ...(done + index === 0 ? { requestId: oldest, subjects: ['rec_rare'] } : {}),
    }));
    await writers[(done / IN_COMMIT) % 2]?.keep(lines);
  }
});

describe('a page', () => {
  it('that takes a long search ends early, and the next one continues there', async () => {
    const filter = { subject: 'rec_rare' };
    const pageBelow = (below: string) =>
      listInteractions(database.pool, searchIn(PROJECT, below, filter), 20, MOST_LINES);
    const first = await pageBelow(LAST);
    expect(first.data).toEqual([]);
    const pages = [first];
    for (let { below } = first; below !== null; below = pages[pages.length - 1]?.below ?? null) {
      pages.push(await pageBelow(below));
    }
    expect(pages.flatMap(({ data }) => data)).toMatchObject([{ request_id: oldest }]);
    expect(pages.length).toBeGreaterThanOrEqual(LINES / (2 * MOST_LINES));
  });
});

describe('an export', () => {
  it('of very many lines holds few of them in memory', async () => {
    let lines = 0;
    let most = 0;
    for await (const found of newestLines(database.pool, searchIn(PROJECT))) {
      lines += found.lines.length;
      most = Math.max(most, found.scanned - lines);
    }
    expect(lines).toBe(LINES);
    expect(most).toBeLessThanOrEqual(4 * IN_COMMIT * 2);
  });

  it('reads little ahead of a slow reader', async () => {
    const stream = await exportInteractions(database.pool, searchIn(PROJECT), allowed);
    const waiting: number[] = [];
    for await (const chunk of stream) {
      waiting.push(stream.readableLength + String(chunk).length);
      if (waiting.length === 20) break;
    }
    expect(Math.max(...waiting)).toBeLessThan(2_000_000);
    expect(stream.destroyed).toBe(true);
  });

  it('breaks off where its reader may read no more', async () => {
    const refusal = new Error('revoked');
    let asked = 0;
    const twice = () => {
      asked += 1;
      if (asked > 2) throw refusal;
    };
    const stream = await exportInteractions(database.pool, searchIn(PROJECT), twice);
    let lines = 0;
    const reading = (async () => {
      for await (const chunk of stream) lines += String(chunk).trimEnd().split('\n').length;
    })();
    await expect(reading).rejects.toBe(refusal);
    expect(lines).toBeLessThanOrEqual(200);
  });

  it('is refused where its reader may not read at all', async () => {
    const refusal = new Error('revoked');
    const never = () => {
      throw refusal;
    };
    await expect(exportInteractions(database.pool, searchIn(PROJECT), never)).rejects.toBe(refusal);
  });

  it('lets its receiver check a lane by itself', async () => {
    const writer = new SampleWriter(database);
    const projectId = 'prj_checked';
    await writer.keep([
      { at: MIDNIGHT, projectId, subjects: ['"ü\0'] },
      { at: MIDNIGHT + 1, projectId },
    ]);
    await writer.keep([{ at: MIDNIGHT + 2, projectId, client: { address: '192.0.2.1', userAgent: null } }]);
    const chunks = await (await exportInteractions(database.pool, searchIn(projectId), allowed)).toArray();
    const items = chunks.join('').trimEnd().split('\n').toReversed();
    let link = firstLinkOf({ day: '2026-03-01', project_id: projectId, writer: writer.id });
    for (const item of items) {
      const { day: _d, writer: _w, link: said, address, user_agent: _u, ...line } = JSON.parse(item) as Item;
      link = linkOf(link, JSON.stringify(line));
      expect(said).toBe(linkText(link));
      expect(address).toBe('192.0.2.1');
    }
    expect(items).toHaveLength(3);
  });
});

describe('an interaction', () => {
  it('is found by its request id, in its own project alone', async () => {
    const found = await readInteractionOf(database.pool, PROJECT, oldest);
    expect(found).toMatchObject({ request_id: oldest, subjects: ['rec_rare'], address: '192.0.2.1' });
    const missing = { code: 'interaction.not_found' };
    await expect(readInteractionOf(database.pool, 'prj_other', oldest)).rejects.toMatchObject(missing);
  });

  it('is not found by an invalid id, or by one of another time', async () => {
    const ids = [
      '',
      'x',
      `req_${'7'.repeat(26)}`,
      `req_${'Z'.repeat(26)}`,
      requestIdAt(MIDNIGHT),
      `${oldest}'`,
      '%',
    ];
    for (const id of ids) {
      const reading = readInteractionOf(database.pool, PROJECT, id);
      await expect(reading).rejects.toMatchObject({ code: 'interaction.not_found' });
    }
  });

  it('that was answered on the day after its request is found there', async () => {
    const writer = new SampleWriter(database);
    const requestId = requestIdAt(MIDNIGHT - 5);
    await writer.keep([{ at: MIDNIGHT + 20_000, projectId: 'prj_late', requestId }]);
    expect(await readInteractionOf(database.pool, 'prj_late', requestId)).toMatchObject({
      day: '2026-03-01',
    });
  });
});

function searchIn(projectId: string, below = LAST, filter: LineFilter = {}): LineSearch {
  return { projectId, filter, range: { from: '', below } };
}

interface Item extends Record<string, unknown> {
  link: Digest;
}
