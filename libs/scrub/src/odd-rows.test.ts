import { describe, expect, it } from '@jest/globals';
import type { KeyRing } from '@service/evidence';
import type { Pool, PoolClient } from 'pg';
import type { Difference } from './difference.js';
import type { Findings } from './findings.js';
import type { LoggedEvent, ScrubSource } from './read-subjects.js';
import { scrubDirectory } from './scrub-directory.js';
import { ScrubRound } from './scrub-round.js';
import type { ScrubbedViews, ShownDocument } from './scrubbed-views.js';

type Source = ScrubSource<ShownDocument | null>;

/** A row of an event that somebody may have edited. */
function eventOf(stream_id: string, changes: Partial<LoggedEvent> = {}): LoggedEvent {
  return {
    stream_id,
    version: 1,
    event_id: `evt_${stream_id}`,
    type: 'service.project.created',
    element: null,
    data: {},
    signature: null,
    reason: null,
    reason_salt: null,
    covered: true,
    due_in_log: false,
    in_log: false,
    ...changes,
  };
}

function viewsOf(read: Source['read']): ScrubbedViews {
  const view = { name: 'directory', schema: 'verify_api_directory' };
  const directory: Source = { log: 'credential_authority', view, tables: [], nothingStored: null, read };
  return { directory, subscriptions: directory, records: directory } as unknown as ScrubbedViews;
}

/** A database with these events, and these elements of published keys. */
function databaseOf(events: readonly LoggedEvent[], keys: readonly string[] = []) {
  const answers: [string, object[]][] = [
    ['starts_with(stream_id', keys.map((element) => ({ element }))],
    ['AS known', events.map(({ stream_id }) => ({ id: stream_id }))],
    ['SELECT stream_id, version FROM', events.map(({ stream_id }) => ({ stream_id, version: 1 }))],
    ['c.reason_salt,', [...events]],
  ];
  return {
    query: async (text: string, values: readonly unknown[] = []) => {
      // All rows are on the first page, which has no cursor.
      const isLater = text.includes('AS known') && values.length > 1;
      return { rows: isLater ? [] : (answers.find(([part]) => text.includes(part))?.[1] ?? []) };
    },
    release: () => undefined,
  } as unknown as PoolClient;
}

const nothing: Source['read'] = async () => new Map();
const keysLog = { log: 'credential_authority', authentication: undefined };
const namesOf = (differences: readonly Difference[]) =>
  differences.map(({ subject_id, kind }) => `${subject_id} ${kind}`);

describe('a row that no comparison expects', () => {
  it.each(['null', '[]', '7', '"x"', '{', '{"salt":7}'])(
    'is a difference as an element: %s',
    async (element) => {
      const events = [eventOf('aut_0', { element, data: null }), eventOf('prj_1')];
      const walk = scrubDirectory(viewsOf(nothing), keysLog, 25);
      const found = namesOf(await walk.look(databaseOf(events, [element])));
      expect(found).toEqual(expect.arrayContaining(['aut_0 event', 'prj_1 view']));
    },
  );

  it('is a difference as a document of a view', async () => {
    const shown = { id: 'crd_1', state: 'active', version: 1, snapshot: null } as unknown as ShownDocument;
    const walk = scrubDirectory(
      viewsOf(async () => new Map([['crd_1', shown]])),
      keysLog,
      25,
    );
    const found = namesOf(await walk.look(databaseOf([eventOf('crd_1'), eventOf('prj_1')])));
    expect(found).toEqual(expect.arrayContaining(['crd_1 event', 'prj_1 view']));
  });
});

describe('an operator, whom no table of the view shows', () => {
  it('is no difference, and its events are compared all the same', async () => {
    const walk = scrubDirectory(viewsOf(nothing), keysLog, 25);
    const lookAt = async (version: number) =>
      namesOf(await walk.look(databaseOf([eventOf('opr_1', { type: 'service.operator.invited', version })])));
    expect(await lookAt(1)).toEqual([]);
    expect(new Set(await lookAt(2))).toEqual(new Set(['opr_1 event']));
  });
});

/** Begins a round whose findings go to `store`, over one event and what `read` gives for it from the view. */
function beginRound(read: Source['read'], store: Findings['store'], endRound = async () => undefined) {
  const client = databaseOf([eventOf('prj_1')]);
  return ScrubRound.begin({
    pool: { connect: async () => client } as unknown as Pool,
    views: viewsOf(read),
    catalogue: [],
    keys: { all: () => [] } as unknown as KeyRing,
    authentications: {},
    publishedEvents: { bodyOf: () => '' } as never,
    findings: { beginRound: async () => undefined, endRound, store } as unknown as Findings,
    pages: { subjects: 25, leaves: 256 },
    settle: 0,
  });
}

describe('a difference', () => {
  it('is dated before the data was read, since the data may be repaired before it is stored', async () => {
    const reads: number[] = [];
    const dates: number[] = [];
    const round = await beginRound(
      async () => {
        reads.push(performance.now());
        return new Map();
      },
      async (differences, lookedAt) => {
        if (differences.length > 0) dates.push(lookedAt - (reads.at(-1) ?? 0));
        return [...differences];
      },
    );
    while (dates.length === 0) await round.step();
    expect(dates[0]).toBeLessThanOrEqual(0);
  });
});

describe('a page that cannot be compared', () => {
  it('raises an alarm and is skipped, and the round is not whole', async () => {
    const stored: Difference[] = [];
    let ended = false;
    const failing: Source['read'] = () => Promise.reject(new TypeError('with data in it'));
    const round = await beginRound(
      failing,
      async (differences) => {
        stored.push(...differences);
        return [...differences];
      },
      async () => void (ended = true),
    );
    let steps = 0;
    while ((await round.step()) !== null) steps += 1;
    expect(steps).toBeGreaterThan(4);
    expect(stored.map(({ difference }) => difference)).toContain(
      'a page of SubjectWalk cannot be compared (TypeError)',
    );
    expect([round.isWhole, ended]).toEqual([false, false]);
  });
});
