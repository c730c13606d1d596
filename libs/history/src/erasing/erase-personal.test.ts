import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { databaseOfFile } from '@service/testing/fixtures';
import { SampleWriter, startHistoryDatabase } from '../testing/history-database.js';
import { SampleLog } from '../testing/sample-log.js';
import { checkHistory } from '../checking/check-history.js';
import type { Actor, ClientFields } from '../interaction.js';
import { listInteractions } from '../reading/list-interactions.js';
import { LAST } from '../reading/newest-lines.js';
import { erasePersonal } from './erase-personal.js';

const NOON = Date.parse('2026-03-01T12:00:00Z');

const actor = (id: string): Actor => ({ type: 'credential', id });
const client = (address: string): ClientFields => ({ address, userAgent: 'tests' });

const database = databaseOfFile(startHistoryDatabase);
let log: SampleLog;
let projectId: string;
let projects = 0;
beforeAll(async () => {
  log = new SampleLog(database);
  await log.open();
});

beforeEach(async () => {
  projects += 1;
  projectId = `prj_${projects}`;
  for (const writer of [new SampleWriter(database), new SampleWriter(database)]) {
    const blocks = Array.from({ length: 150 }, (_, commit) => {
      const at = NOON + commit;
      return writer.link([
        { at, projectId, actor: actor('crd_a'), client: client('192.0.2.1') },
        { at, projectId, actor: actor('crd_b'), client: client('192.0.2.1') },
        { at, projectId, actor: actor('crd_b'), client: client('192.0.2.2') },
      ]);
    });
    await writer.store(blocks.flat());
  }
  await log.seal();
});

const shown = async () => {
  const search = { projectId, filter: {}, range: { from: '', below: LAST } };
  const { data, below } = await listInteractions(database.pool, search, 1_000);
  expect(below).toBeNull();
  return data;
};
const countShown = async (address: string | null) =>
  (await shown()).filter((item) => item['address'] === address).length;
/** Whether everything is as it was sealed. */
const isSound = async () => {
  const { faults, unsealed } = await checkHistory(database.pool, null, { lane() {}, seal() {} });
  return faults + unsealed === 0;
};

describe('erasing', () => {
  it('by address leaves other addresses, and the history sound', async () => {
    const erased = await erasePersonal(database.pool, { projectId, address: '192.0.2.1' });
    expect(erased).toEqual({ entries: 300, shared: 0, blocks: 300 });
    expect([await countShown(null), await countShown('192.0.2.2')]).toEqual([600, 300]);
    expect((await shown()).find((item) => item['address'] === null)).toMatchObject({ user_agent: null });
    expect(await isSound()).toBe(true);
  });

  it('begins a batch again that PostgreSQL has rolled back, and counts it once', async () => {
    let failures = 2;
    const connect = async () => {
      const connection = await database.pool.connect();
      const query = (text: string, values: unknown[]) => {
        if (!text.startsWith('UPDATE') || failures === 0) return connection.query(text, values);
        failures -= 1;
        return connection.query(`DO $$ BEGIN RAISE 'deadlock' USING ERRCODE = '40P01'; END $$`);
      };
      return Object.assign(Object.create(connection) as typeof connection, { query });
    };
    const pool = Object.assign(Object.create(database.pool) as typeof database.pool, { connect });
    const erased = await erasePersonal(pool, { projectId, address: '192.0.2.1' });
    expect([erased, failures]).toEqual([{ entries: 300, shared: 0, blocks: 300 }, 0]);
    expect(await isSound()).toBe(true);
  });

  it('by credential also erases fields that other lines of the block share, and reports how many', async () => {
    const erased = await erasePersonal(database.pool, { projectId, credentialId: 'crd_a' });
    expect(erased).toEqual({ entries: 300, shared: 300, blocks: 300 });
    expect(await countShown('192.0.2.1')).toBe(0);
    expect(await isSound()).toBe(true);
  });

  it('before a moment leaves interactions at and after that moment', async () => {
    const before = new Date(NOON + 10).toISOString();
    const erased = await erasePersonal(database.pool, { projectId, before });
    expect(erased).toEqual({ entries: 40, shared: 0, blocks: 20 });
    expect(await countShown(null)).toBe(60);
  });

  it('erases only what matches all given members', async () => {
    const before = new Date(NOON + 10).toISOString();
    const asked = { projectId, credentialId: 'crd_a', address: '192.0.2.2', before };
    expect(await erasePersonal(database.pool, asked)).toEqual({ entries: 0, shared: 0, blocks: 0 });
  });

  it('changes nothing in other projects, and nothing more when it is repeated', async () => {
    const other = projectId;
    projectId = 'prj_none';
    expect(await erasePersonal(database.pool, { projectId, address: '192.0.2.1' })).toMatchObject({
      entries: 0,
    });
    projectId = other;
    expect(await countShown(null)).toBe(0);
    await erasePersonal(database.pool, { projectId, address: '192.0.2.1' });
    expect(await erasePersonal(database.pool, { projectId, address: '192.0.2.1' })).toMatchObject({
      entries: 0,
    });
  });

  it('of an operator reaches every project, what concerns all, and refused attempts to sign in', async () => {
    const operatorId = `opr_${projects}`;
    const by = (id: string): Actor => ({ type: 'operator', id, session: 'ses_1' });
    const visitor: Actor = { type: 'service', id: 'console' };
    const writer = new SampleWriter(database);
    const line = { at: NOON, client: client('198.51.100.1') };
    await writer.keep([
      { ...line, projectId, actor: by(operatorId) },
      { ...line, projectId, actor: by('opr_other'), client: client('198.51.100.2') },
      { ...line, projectId, actor: by('opr_other'), subjects: [operatorId], client: client('198.51.100.3') },
      { ...line, projectId: `${projectId}_b`, actor: by(operatorId) },
      { ...line, projectId: null, actor: visitor, subjects: [operatorId] },
      { ...line, projectId: null, actor: visitor, subjects: [], client: client('198.51.100.4') },
    ]);
    await log.seal();
    const erased = await erasePersonal(database.pool, { operatorId });
    expect(erased).toEqual({ entries: 3, shared: 0, blocks: 3 });
    const { rows } = await database.pool.query<{ personal: string }>(
      `SELECT personal::text FROM verify_api.interactions WHERE writer = $1`,
      [writer.id],
    );
    const left = rows.map(({ personal }) => personal).join();
    expect(left.match(/198\.51\.100\.\d/g)?.toSorted()).toEqual(
      [2, 3, 4].map((number) => `198.51.100.${number}`),
    );
    expect(await isSound()).toBe(true);
  });
});
