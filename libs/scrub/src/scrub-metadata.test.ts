import { beforeEach, describe, expect, it } from '@jest/globals';
import {
  EventStore,
  decideMetadata,
  eraseMetadata,
  eventLogSql,
  metadataMigration,
} from '@service/event-store';
import { publishedSchema } from '@service/platform/boundaries';
import { databaseOfFile } from '@service/testing/fixtures';
import type { PoolClient } from 'pg';
import { MetadataWalk } from './scrub-metadata.js';

const database = databaseOfFile();
let log: string;
beforeEach(async () => {
  log = await database.freshSchema();
  const views = ['metadata', 'metadata_events'].map(
    (table) => `CREATE VIEW ${publishedSchema(log)}.${table} AS SELECT * FROM ${log}.${table}`,
  );
  await database.pool.query([...eventLogSql(log), metadataMigration(log).text(), ...views].join(';'));
  const store = new EventStore(database.pool, log);
  for (const id of ['a', 'b', 'c', 'd', 'e']) {
    const subject = { id, project_id: 'prj_1' };
    for (const pairs of [{ team: 'checkout' }, { env: 'live' }]) {
      const metadata = decideMetadata(subject, await store.readMetadata(id), pairs);
      await store.append({ streams: [], events: [], claims: [], metadata });
    }
  }
  await eraseMetadata(database.pool, log, 'b');
});

/** The ids of what the walk finds, page by page. */
async function found(): Promise<string[]> {
  const walk = new MetadataWalk(log, 2);
  const names: string[] = [];
  do {
    const differences = await walk.look(database.pool as unknown as PoolClient);
    names.push(...differences.map(({ difference }) => difference.slice(0, difference.indexOf(':'))));
    expect(differences.every(({ concerns }) => concerns === 'metadata')).toBe(true);
  } while (walk.advance());
  return names;
}

describe('the walk through metadata', () => {
  it('finds nothing in what was changed and erased', async () => {
    expect(await found()).toEqual([]);
  });

  it.each([
    [
      'another text',
      'd',
      `UPDATE LOG.metadata SET pairs = '{"prj_1":{"team":"search"}}' WHERE subject_id = 'd'`,
    ],
    [
      'another project',
      'd',
      `UPDATE LOG.metadata SET pairs = jsonb_build_object('prj_2', pairs -> 'prj_1') WHERE subject_id = 'd'`,
    ],
    ['another version', 'd', `UPDATE LOG.metadata SET version = 1 WHERE subject_id = 'd'`],
    ['a text without its salt', 'd', `UPDATE LOG.metadata SET salt = NULL WHERE subject_id = 'd'`],
    [
      'a text after an erasure',
      'b',
      `UPDATE LOG.metadata SET pairs = '{"prj_1":{"a":"b"}}' WHERE subject_id = 'b'`,
    ],
    ['no text', 'e', `DELETE FROM LOG.metadata WHERE subject_id = 'e'`],
    ['no events', 'f', `INSERT INTO LOG.metadata (subject_id, version, pairs) VALUES ('f', 1, '{}')`],
    ['an event too many', 'c', `INSERT INTO LOG.metadata_events (subject_id, version) VALUES ('c', 3)`],
    [
      'a version that is left out',
      'g',
      `INSERT INTO LOG.metadata_events (subject_id, version) VALUES ('g', 2)`,
    ],
  ])('finds %s', async (_, id, statement) => {
    await database.pool.query(statement.replace('LOG', log));
    expect(await found()).toEqual([id]);
  });
});
