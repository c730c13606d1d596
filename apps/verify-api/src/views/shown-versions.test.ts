import { createViews } from '@service/event-store';
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '@service/testing';
import type { RecordedEvent } from '@service/event-store';
import { runMigrations } from '@service/platform/migrations';
import { databaseOfFile } from '@service/testing/fixtures';
import { verifyApiMigrations } from '../migrations/index.js';
import { Directory } from './directory.js';
import { ShownVersions } from './shown-versions.js';
import { RenderTurns } from '../infrastructure/render-turns.js';
import { RecordOpener } from './records/record-opener.js';
import { RecordReader } from './records/record-reader.js';
import { VIEWS } from './views.js';

const OWNER = { projectId: 'prj_1', authorities: null };

/** An empty log. */
const NO_RECEIPTS = [
  'CREATE SCHEMA record_store_published',
  `CREATE TABLE record_store_published.log_checkpoints
    (tree_size bigint, root bytea, note text, published_at timestamptz)`,
  'CREATE TABLE record_store_published.log_leaves (index bigint, slot bytea, subject_id text, sequence integer)',
  'CREATE TABLE record_store_published.log_state (size bigint)',
  `CREATE TABLE record_store_published.events
    (stream_id text, version integer, event_id text, element text, signature bytea)`,
  'CREATE TABLE record_store_published.companions (event_id text, reason text, reason_salt text)',
];

/** Milliseconds, more than a test may take: an answer shows that the wait ended early. */
const LONG = 600_000;

const unavailable = { code: 'service.unavailable' };

const database = databaseOfFile();
let records: RecordReader;
let directory: Directory;
let shown: ShownVersions;

beforeAll(async () => {
  await runMigrations(database.url, verifyApiMigrations);
  await createViews(database.url, VIEWS);
  for (const statement of NO_RECEIPTS) await database.pool.query(statement);
});
beforeEach(async () => {
  await database.pool.query('TRUNCATE verify_api_records.records, verify_api_directory.projects');
  records = new RecordReader(database.pool, new RecordOpener(new RenderTurns()));
  directory = new Directory();
  shown = new ShownVersions(records, directory, database.pool, LONG);
});

/** Applies an event as another replica would, without a notice to this one. */
async function appliedElsewhere(id: string, version: number): Promise<void> {
  if (id.startsWith('prj_')) {
    await database.pool.query(
      `INSERT INTO verify_api_directory.projects VALUES ($1, $1, 'active', $2, '', '{}')
       ON CONFLICT (id) DO UPDATE SET version = excluded.version`,
      [id, version],
    );
    return;
  }
  await database.pool.query(
    `INSERT INTO verify_api_records.records
     VALUES ($1, 'prj_1', 'aut_1', '', '', NULL, '', 'active', $2, '', NULL, NULL, '', '')
     ON CONFLICT (id) DO UPDATE SET version = excluded.version`,
    [id, version],
  );
}

function folded(id: string, version: number): void {
  const data = { type: 'service.project.created', project_id: id, name: '', occurred_at: '' };
  directory.take({
    stream_id: id,
    type: data.type,
    version,
    element: null,
    data,
  } as unknown as RecordedEvent);
  shown.memory.reached(id, version);
}

/** Whether work is still under way once everything that is ready has run. */
async function isUnderWay(work: Promise<unknown>): Promise<boolean> {
  let done = false;
  void work.then(() => (done = true));
  await new Promise(setImmediate);
  return !done;
}

describe('a write', () => {
  it('answers when another replica has applied it, long before the timeout', async () => {
    const answer = shown.untilShown('rec_1', 2);
    await appliedElsewhere('rec_1', 2);
    await answer;
  });

  it('of the directory waits for memory and for tables', async () => {
    const answer = shown.untilShown('prj_1', 1);
    await appliedElsewhere('prj_1', 1);
    await eventually(() => shown.tables.knows('prj_1', 1));
    expect(await isUnderWay(answer)).toBe(true);
    folded('prj_1', 1);
    await answer;
  });

  it('answers after the timeout where the view takes too long', async () => {
    shown = new ShownVersions(records, directory, database.pool, 30);
    await shown.untilShown('rec_1', 1);
  });

  it('is seen by the next read, although an older row was cached', async () => {
    await appliedElsewhere('rec_1', 1);
    expect((await records.findFor(OWNER, 'rec_1'))?.snapshot.version).toBe(1);
    await appliedElsewhere('rec_1', 2);
    await shown.untilShown('rec_1', 2);
    expect((await records.findFor(OWNER, 'rec_1'))?.snapshot.version).toBe(2);
  });
});

describe('versions that a request asks for', () => {
  const require = (versions: Record<string, number>, lists = true) =>
    shown.require(new Map(Object.entries(versions)), lists);

  it('need no wait where the views have them', async () => {
    await appliedElsewhere('rec_1', 2);
    await appliedElsewhere('prj_1', 1);
    folded('prj_1', 1);
    await require({ rec_1: 2, prj_1: 1 });
  });

  it('are waited for', async () => {
    const waiting = require({ rec_1: 1, rec_2: 1 });
    await appliedElsewhere('rec_1', 1);
    await eventually(() => shown.tables.knows('rec_1', 1));
    expect(await isUnderWay(waiting)).toBe(true);
    await appliedElsewhere('rec_2', 1);
    await waiting;
  });

  it('remove an older row from the cache, also without an announcement', async () => {
    await appliedElsewhere('rec_1', 1);
    await records.findFor(OWNER, 'rec_1');
    await appliedElsewhere('rec_1', 2);
    await require({ rec_1: 2 });
    expect((await records.findFor(OWNER, 'rec_1'))?.snapshot.version).toBe(2);
  });

  it('need not be in the tables of the directory where no list is read', async () => {
    shown = new ShownVersions(records, directory, database.pool, 30);
    folded('prj_1', 1);
    await require({ prj_1: 1 }, false);
    await expect(require({ prj_1: 1 })).rejects.toMatchObject(unavailable);
    await appliedElsewhere('prj_2', 1);
    await expect(require({ prj_2: 1 }, false)).rejects.toMatchObject(unavailable);
  });

  it('are unavailable where a view goes on lacking them', async () => {
    shown = new ShownVersions(records, directory, database.pool);
    await appliedElsewhere('rec_1', 1);
    const began = performance.now();
    await expect(require({ rec_1: 2 })).rejects.toMatchObject(unavailable);
    expect(performance.now() - began).toBeGreaterThan(900);
  });
});
