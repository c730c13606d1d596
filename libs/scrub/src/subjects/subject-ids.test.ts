import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { firstIdAt } from '@service/contracts';
import { inTransaction, ownedLogSql } from '@service/event-store';
import { databaseOfFile } from '@service/testing/fixtures';
import { NEWEST_LEAVES } from '../pace/bounds.js';
import { AllIds, EndedIds, LoggedIds, type SubjectIds } from './subject-ids.js';

const database = databaseOfFile();
beforeAll(async () => {
  await database.pool.query('CREATE SCHEMA record_store');
  for (const statement of ownedLogSql('record_store')) await database.pool.query(statement);
  await database.pool.query(`
    CREATE TABLE record_store_published.log_state (size bigint);
    CREATE TABLE record_store_published.log_leaves (index bigint PRIMARY KEY, subject_id text, sequence integer)`);
});
beforeEach(() =>
  database.pool.query(`
    SET session_replication_role = replica;
    DELETE FROM record_store.events; DELETE FROM record_store_published.log_leaves;
    DELETE FROM record_store_published.log_state; SET session_replication_role = origin`),
);

const NOW = Date.parse('2026-11-20T12:00:00.000Z');
const HOUR = 3_600_000;
const idOf = (hoursAgo: number) => firstIdAt('record', NOW - hoursAgo * HOUR);
let events = 0;
const event = async (subject: string, version: number, type: string, hoursAgo: number) => {
  events += 1;
  await database.pool.query(
    `INSERT INTO record_store.events (stream_id, version, event_id, type, schema_version, element)
     VALUES ($1, $2, $3, $4, 1, '{}')`,
    [subject, version, `${firstIdAt('event', NOW - hoursAgo * HOUR)}${events}`, type],
  );
};

/** All ids, page by page; each page is read twice, as for a second look. */
async function all(ids: SubjectIds, limit = 2): Promise<string[]> {
  const read = () => inTransaction(database.pool, 'BEGIN', (client) => ids.read(client, limit));
  const found: string[] = [];
  for (let page = await read(); page.length > 0; page = await read()) {
    expect(await read()).toEqual(page);
    found.push(...page);
    ids.advance();
  }
  return found;
}

describe('the subjects of', () => {
  it('recent ends are those that ended in the time, the newest end first, however long ago they began', async () => {
    const subjects = [1_000, 900, 30, 20, 3].map(idOf);
    const [first, second, third, fourth, fifth] = subjects as [string, string, string, string, string];
    for (const id of subjects) await event(id, 1, 'service.record.registered', 1);
    await event(first, 2, 'service.record.revoked', 2);
    await event(second, 2, 'service.record.expired', 23);
    await event(third, 2, 'service.record.revoked', 25);
    await event(fourth, 2, 'service.record.suspended', 5);
    await event(fourth, 3, 'service.record.reinstated', 4);
    await event(fifth, 2, 'service.record.superseded', 1);
    const ended = new EndedIds('record_store', firstIdAt('event', NOW - 24 * HOUR), firstIdAt('event', NOW));
    expect(await all(ended)).toEqual([fifth, first, fourth, second]);
  });

  it('everything are all that are anywhere, the newest first', async () => {
    const ids = [5, 4, 3, 2, 1].map(idOf);
    for (const id of ids) await event(id, 1, 'service.record.registered', 1);
    const source = { log: 'record_store', view: { name: 'none', schema: 'none' }, tables: [] };
    expect(await all(new AllIds(source))).toEqual(ids.toReversed());
  });

  it('the newest leaves are theirs, the newest first, and a leaf beyond the log hides none', async () => {
    const size = NEWEST_LEAVES + 3;
    const leaves: [number, string][] = [
      [2, 'rec_old'],
      [3, 'rec_a'],
      [5, 'aut_b'],
      [6, 'history'],
      [size - 1, 'rec_c'],
      [9 * size, 'rec_beyond'],
    ];
    await database.pool.query('INSERT INTO record_store_published.log_state VALUES ($1)', [size]);
    for (const leaf of leaves) {
      await database.pool.query('INSERT INTO record_store_published.log_leaves VALUES ($1, $2, 1)', leaf);
    }
    expect(await all(new LoggedIds(true))).toEqual(['rec_beyond', 'rec_c', 'rec_a']);
    expect(await all(new LoggedIds(false))).toEqual(['aut_b']);
  });
});
