import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { KEY_ID_CLAIM, newId } from '@service/contracts';
import { databaseOfFile } from '@service/testing/fixtures';
import type { Pool } from 'pg';
import { JustIssued } from './just-issued.js';
import { makeToken, parseToken } from './token.js';

const PUBLISHED = 'credential_authority_published';
const CELL = 7;

const database = databaseOfFile();
let queries: number;
let shown: [string, number][];
let now: number;
let justIssued: JustIssued;

beforeAll(async () => {
  await database.pool.query(`CREATE SCHEMA ${PUBLISHED};
    CREATE TABLE ${PUBLISHED}.claims (name text PRIMARY KEY, owner text);
    CREATE TABLE ${PUBLISHED}.events (stream_id text, version integer, data jsonb, PRIMARY KEY (stream_id, version))`);
});

beforeEach(() => {
  queries = 0;
  shown = [];
  now = Date.now();
  const query = (...args: [never]): unknown => {
    queries += 1;
    return database.pool.query(...args);
  };
  const views = {
    require: async (versions: ReadonlyMap<string, number>) => {
      shown.push(...versions);
    },
  };
  justIssued = new JustIssued({ query } as unknown as Pool, views, CELL, () => now);
});

const newKeyId = (cell = CELL): string => parseToken(makeToken('standard', 'development', cell))?.keyId ?? '';

async function issue(credentialId = newId('credential'), version = 1, age = 0): Promise<string> {
  const key_id = newKeyId();
  const data = { secret: { key_id }, occurred_at: new Date(now - age).toISOString() };
  await database.pool.query(`INSERT INTO ${PUBLISHED}.claims VALUES ($1, $2)`, [
    KEY_ID_CLAIM + key_id,
    credentialId,
  ]);
  await database.pool.query(`INSERT INTO ${PUBLISHED}.events VALUES ($1, $2, $3)`, [
    credentialId,
    version,
    data,
  ]);
  return key_id;
}

describe('a key id that the directory lacks', () => {
  it('arrives with the version that gave it to its credential, by its issue or by a rotation', async () => {
    const credentialId = newId('credential');
    expect(await justIssued.arrives(await issue(credentialId))).toBe(true);
    expect(await justIssued.arrives(await issue(credentialId, 2))).toBe(true);
    expect(shown).toEqual([
      [credentialId, 1],
      [credentialId, 2],
    ]);
  });

  it('is invented, or has long been in every directory: nobody waits for it', async () => {
    expect(await justIssued.arrives(newKeyId())).toBe(false);
    expect(await justIssued.arrives(await issue(undefined, 1, 60_000))).toBe(false);
    expect(shown).toEqual([]);
  });

  it('of another cell costs no query', async () => {
    expect(await justIssued.arrives(newKeyId(CELL + 1))).toBe(false);
    expect(queries).toBe(0);
  });

  it('costs a query with all others of its turn, and then none for a moment', async () => {
    const forged = Array.from({ length: 100 }, () => newKeyId());
    const issued = await issue();
    const arrived = await Promise.all([...forged, issued].map((keyId) => justIssued.arrives(keyId)));
    expect(arrived).toEqual([...forged.map(() => false), true]);
    expect(queries).toBe(1);
    await Promise.all(forged.map((keyId) => justIssued.arrives(keyId)));
    expect(queries).toBe(1);
    now += 5_001;
    await justIssued.arrives(forged[0] ?? '');
    expect(queries).toBe(2);
  });

  it('is unavailable in a flood of them', async () => {
    const flood = Array.from({ length: 1_001 }, () => justIssued.arrives(newKeyId()));
    const outcomes = await Promise.allSettled(flood);
    expect(outcomes.at(-1)).toMatchObject({ status: 'rejected', reason: { code: 'service.unavailable' } });
    expect(outcomes.slice(0, -1)).toEqual(
      outcomes.slice(0, -1).map(() => ({ status: 'fulfilled', value: false })),
    );
    expect(queries).toBe(2);
  });
});
