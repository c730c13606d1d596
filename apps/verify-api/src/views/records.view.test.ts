import { beforeAll, describe, expect, it } from '@jest/globals';
import {
  createViews,
  inTransaction,
  moveWithEffect,
  PositionMovedError,
  readPosition,
  type RecordedEvent,
} from '@service/event-store';
import { digestText, hashElement } from '@service/evidence';
import { databaseOfFile } from '@service/testing/fixtures';
import fc from 'fast-check';
import { recordsView } from './records.view.js';

const database = databaseOfFile();
beforeAll(async () => {
  await createViews(database.url, [recordsView]);
});

const { schema } = recordsView;
const contentOf = (content: string) => digestText(content) as string;

/** An event of a record that has a content from it on. */
function eventOf(id: string, version: number, content: string, amends: boolean): RecordedEvent {
  const ending = amends ? 'amended' : version === 1 ? 'registered' : 'suspended';
  const { text } = hashElement({
    record_id: id,
    project_id: 'prj_1',
    authority: { id: 'aut_1', version: 1, digest: contentOf('authority') },
    issuer: 'i',
    origin: 'o',
    external_id: null,
    expires_at: null,
    successor_id: null,
    sequence: version,
    type: `service.record.${ending}`,
    state: ending === 'suspended' ? 'suspended' : 'active',
    content_digest: contentOf(content),
    occurred_at: `2026-01-01T00:00:0${version}.000Z`,
  });
  return { stream_id: id, version, element: text, companion: null } as unknown as RecordedEvent;
}

/**
 * @param asOne whether by one statement, where the view can.
 * @param passed events that it takes to be behind its position, and are not.
 */
async function apply(events: RecordedEvent[], asOne = false, passed = 0n): Promise<void> {
  const effect = asOne ? (recordsView.effect?.(schema, events) ?? null) : null;
  if (effect === null) {
    return inTransaction(database.pool, 'BEGIN', (client) => recordsView.apply(client, schema, events));
  }
  const { name: consumer } = recordsView;
  const stored = await readPosition(database.pool, schema, consumer);
  const from = { ...stored, pos: `${BigInt(stored.pos) + passed}` };
  const to = { ...from, pos: `${BigInt(from.pos) + 1n}` };
  await moveWithEffect(database.pool, { schema, consumer, from, to }, effect, false);
}

describe('the view of records', () => {
  it('has the newest version of each record and the contents before, whatever came in one batch or twice', async () => {
    let number = 0;
    const change = fc.record({ content: fc.constantFrom('a', 'b', 'c'), amends: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(
        fc.array(change, { minLength: 1, maxLength: 6 }),
        fc.array(fc.integer({ min: 1, max: 6 }), { maxLength: 4 }),
        fc.boolean(),
        fc.boolean(),
        async (changes, cuts, repeats, asOne) => {
          const id = `rec_${(number += 1)}`;
          const contents: string[] = [];
          const former = new Set<string>();
          const events = changes.map(({ content, amends }, index) => {
            const before = contents.at(-1);
            const isAmended = amends && before !== undefined;
            if (isAmended) former.add(contentOf(before));
            contents.push(isAmended || before === undefined ? content : before);
            return eventOf(id, index + 1, contents[index] ?? '', isAmended);
          });
          const ends = [...cuts.toSorted((one, other) => one - other), events.length];
          for (const [n, cut] of [0, ...ends].entries()) {
            const end = ends[n] ?? events.length;
            await apply(events.slice(repeats ? 0 : cut, end), asOne);
          }
          const { rows } = await database.pool.query<object>(
            `SELECT id, version, content_digest, digest, created_at, updated_at FROM ${schema}.records WHERE id = $1`,
            [id],
          );
          expect(rows).toEqual([
            {
              id,
              version: events.length,
              content_digest: contentOf(contents.at(-1) ?? ''),
              digest: digestText(events.at(-1)?.element ?? ''),
              created_at: '2026-01-01T00:00:01.000Z',
              updated_at: `2026-01-01T00:00:0${events.length}.000Z`,
            },
          ]);
          const kept = await database.pool.query<{ content_digest: string }>(
            `SELECT content_digest FROM ${schema}.former_contents
             WHERE record_id = $1 AND project_id = 'prj_1' AND authority_id = 'aut_1'`,
            [id],
          );
          const found = new Set(kept.rows.map(({ content_digest }) => content_digest));
          // A batch that comes twice may add the newest content, which a look-up finds anyway.
          found.delete(contentOf(contents.at(-1) ?? ''));
          former.delete(contentOf(contents.at(-1) ?? ''));
          expect(found).toEqual(former);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('takes a batch as one statement unless a record was amended', () => {
    const takes = (amends: boolean) =>
      recordsView.effect?.(schema, [eventOf('rec_1', 2, 'b', amends)]) !== null;
    expect([takes(false), takes(true)]).toEqual([true, false]);
  });

  it('takes nothing by a statement whose position was moved elsewhere', async () => {
    await expect(apply([eventOf('rec_moved', 1, 'a', false)], true, 1n)).rejects.toThrow(PositionMovedError);
    const { rows } = await database.pool.query(`SELECT FROM ${schema}.records WHERE id = 'rec_moved'`);
    expect(rows).toEqual([]);
  });

  it('skips an event that is no element of its record', async () => {
    await apply([{ ...eventOf('rec_x', 1, 'a', false), stream_id: 'rec_odd' }]);
    const { rows } = await database.pool.query(`SELECT FROM ${schema}.records WHERE id = 'rec_odd'`);
    expect(rows).toEqual([]);
  });
});
