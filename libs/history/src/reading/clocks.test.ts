import { describe, expect, it } from '@jest/globals';
import { databaseOfFile } from '@service/testing/fixtures';
import { SampleWriter, startHistoryDatabase } from '../testing/history-database.js';
import { listInteractions, type FoundInteractions } from './list-interactions.js';
import { LAST } from './newest-lines.js';

const MIDNIGHT = Date.parse('2026-03-02T00:00:00Z');

const database = databaseOfFile(startHistoryDatabase);

/** Ids of all interactions, found one at a time. */
async function walk(projectId: string): Promise<unknown[]> {
  const ids: unknown[] = [];
  for (let below: string | null = LAST; below !== null;) {
    const search = { projectId, filter: {}, range: { from: '', below } };
    const found: FoundInteractions = await listInteractions(database.pool, search, 1);
    ids.push(...found.data.map((item) => item['request_id']));
    below = found.below;
  }
  return ids;
}

const idsOf = (text: string) => text.split('\n').map((line) => String(/req_\w+/.exec(line)?.[0]));

describe('lines of one moment', () => {
  it('are listed once each, sorted by id, even if several commits end with them', async () => {
    const projectId = 'prj_moment';
    const writer = new SampleWriter(database);
    const ids: string[] = [];
    for (let commit = 0; commit < 6; commit += 1) {
      const blocks = await writer.keep([
        { at: MIDNIGHT, projectId },
        { at: MIDNIGHT, projectId },
      ]);
      ids.push(...blocks.flatMap(({ lines }) => idsOf(lines.toString())));
    }
    expect(await walk(projectId)).toEqual(ids.toSorted().toReversed());
  });
});

describe('lines after a clock was set back at midnight', () => {
  it('are listed by their time, although they are in the next day’s lane', async () => {
    const projectId = 'prj_back';
    const [steady, back] = [new SampleWriter(database), new SampleWriter(database)];
    const kept = await steady.keep([-40, -20, 10].map((offset) => ({ at: MIDNIGHT + offset, projectId })));
    await back.keep([{ at: MIDNIGHT + 1, projectId: 'prj_other' }]);
    const late = await back.keep([-30, -10].map((offset) => ({ at: MIDNIGHT + offset, projectId })));
    expect(late.map(({ day }) => day)).toEqual(['2026-03-02']);
    const lines = [...kept, ...late].flatMap((block) => block.lines.toString().split('\n'));
    const byTime = lines.sort((a, b) => (momentOf(a) < momentOf(b) ? 1 : -1));
    expect(await walk(projectId)).toEqual(byTime.flatMap(idsOf));
    expect(byTime).toHaveLength(5);
  });
});

function momentOf(line: string): string {
  return (JSON.parse(line) as { occurred_at: string }).occurred_at;
}
