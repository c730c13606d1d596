import { expect, it } from '@jest/globals';
import type { PoolClient } from 'pg';
import type { ScrubSource } from './read-subjects.js';
import { SubjectWalk } from './subject-walk.js';

it('a walk compares a subject that is on many pages once, and again at a second look at its page', async () => {
  const pages = [['rec_1', 'rec_2'], ['rec_1'], ['rec_3', 'rec_1'], []];
  let page = 0;
  const ids = { read: async () => pages[page] ?? [], advance: () => void (page += 1) };
  const read: string[][] = [];
  const source: ScrubSource<null> = {
    log: 'record_store',
    view: { name: 'records', schema: 'verify_api_records' },
    tables: [],
    nothingStored: null,
    async read(_, subjects) {
      read.push(subjects);
      return new Map();
    },
  };
  const client = { query: async () => ({ rows: [] }) } as unknown as PoolClient;
  const keysLog = { log: 'credential_authority', authentication: undefined };
  const walk = new SubjectWalk(source, () => [], keysLog, 25, ids);
  do {
    await walk.look(client);
    await walk.look(client);
  } while (walk.advance());
  expect([page, read]).toEqual([3, [['rec_1', 'rec_2'], ['rec_1', 'rec_2'], ['rec_3'], ['rec_3']]]);
});
