import { beforeAll, describe, expect, it } from '@jest/globals';
import { InteractionHistory, type Actor, type ShownInteraction } from '@service/history';
import { databaseOfFile } from '@service/testing/fixtures';
import * as fc from 'fast-check';
import { SampleWriter, startHistoryDatabase } from '../../../../libs/history/src/testing/history-database.js';
import { Peppers } from '../admission/authentication/peppers/peppers.js';
import { Cursors } from '../interface/inputs/cursors.js';
import { Exports } from '../lists/exports.js';
import type { InteractionQuery } from './interaction.query.js';
import { searchOf, Interactions } from './interactions.js';

const database = databaseOfFile(startHistoryDatabase);
let history: InteractionHistory;
let interactions: Interactions;
beforeAll(() => {
  history = new InteractionHistory(database.pool);
  interactions = new Interactions(history, new Cursors(new Peppers(['pepper'])), new Exports());
});

const NOON = Date.parse('2026-03-01T12:00:00Z');
const list = (projectId: string, query: Partial<InteractionQuery>) =>
  interactions.list(projectId, { limit: 20, ...query });

/** All pages of a list, from the first on. */
async function walk(projectId: string, query: Partial<InteractionQuery>, between = async () => {}) {
  const items: ShownInteraction[] = [];
  for (let cursor: string | undefined; ;) {
    const page = await list(projectId, { ...query, ...(cursor === undefined ? {} : { cursor }) });
    items.push(...page.data);
    if (page.next_cursor === null) return items;
    cursor = page.next_cursor;
    await between();
  }
}

async function exported(projectId: string, query: Partial<InteractionQuery>): Promise<ShownInteraction[]> {
  const search = searchOf(projectId, { limit: 20, ...query }, null);
  const chunks = await (await history.export(search, () => {})).toArray();
  const lines = chunks.join('').split('\n').slice(0, -1);
  return lines.map((line) => JSON.parse(line) as ShownInteraction);
}

const idsOf = (items: readonly ShownInteraction[]) => items.map((item) => item['request_id']);

/** Two days around midnight, three writers, commits of some lines each, few moments so that many coincide. */
const commitsOfThree = fc.array(
  fc.record({
    writer: fc.nat(2),
    lines: fc.array(
      fc.record({
        step: fc.integer({ min: 0, max: 3 }),
        actor: fc.constantFrom<Actor>(
          { type: 'credential', id: 'crd_a' },
          { type: 'credential', id: 'crd_b' },
          { type: 'oauth', id: 'crd_b' },
          { type: 'oauth', id: 'some "body"' },
          { type: 'operator', id: 'crd_b', session: 'ses_1' },
        ),
        status: fc.constantFrom(200, 404, 500),
        subjects: fc.array(fc.constantFrom('rec_1', '%', '_', `"'\\`, 'ü', '","subject":"rec_1'), {
          maxLength: 3,
        }),
      }),
      { minLength: 1, maxLength: 6 },
    ),
  }),
  { minLength: 1, maxLength: 12 },
);

describe('lists of three lanes that overlap', () => {
  it('and exports hold what a sorted list of all lines holds, whatever is asked for', async () => {
    let projects = 0;
    const query = fc.record(
      {
        credential_id: fc.constantFrom('crd_a', 'crd_b', 'crd_c', 'oauth:crd_b', 'oauth:some "body"'),
        outcome: fc.constantFrom('succeeded' as const, 'refused' as const),
        subject: fc.constantFrom('rec_1', '%', '_', `"'\\`, 'ü', 'rec_', '","subject":"rec_1'),
        from: fc.integer({ min: -9, max: 9 }),
        to: fc.integer({ min: 10, max: 40 }),
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(
        commitsOfThree,
        query,
        fc.integer({ min: 1, max: 7 }),
        async (commits, asked, limit) => {
          projects += 1;
          const projectId = `prj_${projects}`;
          const midnight = Date.parse('2026-03-02T00:00:00Z');
          const writers = [0, 1, 2].map(() => new SampleWriter(database));
          const clocks = [midnight - 10, midnight - 8, midnight - 2];
          const all: ShownInteraction[] = [];
          for (const { writer, lines } of commits) {
            const timed = lines.map(({ step, ...members }) => {
              const at = (clocks[writer] ?? 0) + step;
              clocks[writer] = at;
              return { at, projectId, ...members };
            });
            const blocks = (await writers[writer]?.keep(timed)) ?? [];
            for (const block of blocks) {
              all.push(
                ...block.lines
                  .toString()
                  .split('\n')
                  .map((line) => JSON.parse(line) as ShownInteraction),
              );
            }
          }
          const { from, to, ...members } = asked;
          const moment = (offset: number) => new Date(midnight + offset).toISOString();
          const expected = all
            .filter((line) =>
              Object.entries(members).every(([name, value]) => named(line, name).includes(value)),
            )
            .filter((line) => from === undefined || line.occurred_at >= moment(from))
            .filter((line) => to === undefined || line.occurred_at < moment(to))
            .sort((a, b) => (keyOf(a) < keyOf(b) ? 1 : -1));
          const bounds = {
            ...(from === undefined ? {} : { from: moment(from) }),
            ...(to === undefined ? {} : { to: moment(to) }),
          };
          const wanted = { ...members, ...bounds };
          expect(idsOf(await walk(projectId, { ...wanted, limit }))).toEqual(idsOf(expected));
          expect(idsOf(await exported(projectId, wanted))).toEqual(idsOf(expected));
        },
      ),
      { numRuns: 60 },
    );
  });

  it('neither skip nor repeat an interaction while others come in', async () => {
    const writers = [new SampleWriter(database), new SampleWriter(database)];
    const projectId = 'prj_busy';
    let at = NOON;
    const keepSome = async () => {
      for (const writer of writers)
        await writer.keep([
          { at: (at += 1), projectId },
          { at, projectId },
        ]);
    };
    for (let round = 0; round < 10; round += 1) await keepSome();
    const before = idsOf(await walk(projectId, { limit: 100 }));
    const walked = idsOf(await walk(projectId, { limit: 3 }, keepSome));
    expect(before).toHaveLength(40);
    expect(walked.filter((id) => before.includes(id))).toEqual(before);
    expect(new Set(walked).size).toBe(walked.length);
  });

  it('leave out what was read or delivered, where that is asked for', async () => {
    const projectId = 'prj_reads';
    const lines = [
      { channel: 'console', operation: 'records.list' },
      { channel: 'console', operation: 'records.verify' },
      { channel: 'console', operation: 'changes.follow' },
      { channel: 'console', operation: 'records.list', status: 403 },
      { channel: 'console', operation: 'records.revoke' },
      { channel: 'api', operation: 'records.evidence' },
      { channel: 'events', operation: 'deliveries.deliver' },
      { channel: 'events', operation: 'deliveries.deliver', status: 503 },
      { channel: 'api', operation: 'records.export' },
    ] as const;
    await new SampleWriter(database).keep(lines.map((line) => ({ at: NOON, projectId, ...line })));
    const shown = async (reads?: boolean) =>
      (await list(projectId, reads === undefined ? {} : { reads })).data
        .map(({ channel, operation, outcome }) => `${channel} ${operation} ${outcome}`)
        .sort();
    expect(await shown()).toHaveLength(9);
    expect(await shown(true)).toHaveLength(9);
    expect(await shown(false)).toEqual([
      'api records.export succeeded',
      'console records.list refused',
      'console records.revoke succeeded',
      'events deliveries.deliver failed',
    ]);
  });

  it('refuse cursors of other lists', async () => {
    for (const key of [
      ['x', 'y'],
      ['2026-13-01T00:00:00.000Z', ''],
      ['+010000-01-01T00:00:00.000Z', 'x'],
    ] as const) {
      expect(() => searchOf('prj_busy', { limit: 20 }, key)).toThrow(
        expect.objectContaining({ code: 'request.invalid' }),
      );
    }
    const { next_cursor } = await list('prj_busy', { limit: 1 });
    const cursor = String(next_cursor);
    expect((await list('prj_busy', { cursor })).data).not.toEqual([]);
    await expect(list('prj_other', { cursor })).rejects.toMatchObject({ code: 'request.invalid' });
  });
});

/** What a line says under the name of a filter. */
function named(line: ShownInteraction, filter: string): unknown[] {
  if (filter === 'subject') return line.subjects;
  if (filter === 'credential_id') {
    const { type, id } = line.actor;
    return type === 'credential' ? [id] : type === 'oauth' ? [`oauth:${id}`] : [];
  }
  return [Reflect.get(line, filter)];
}

function keyOf(line: ShownInteraction): string {
  return `${line.occurred_at} ${line.request_id}`;
}
