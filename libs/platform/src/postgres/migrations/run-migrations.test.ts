import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually, startEmbeddedDatabase, type EmbeddedDatabase } from '@service/testing';
import { withClient } from '../client.js';
import { runMigrations } from './run-migrations.js';

let database: EmbeddedDatabase;
let folder: string;
beforeAll(async () => {
  database = await startEmbeddedDatabase();
  folder = await mkdtemp(join(tmpdir(), 'migrations-'));
});
afterAll(async () => {
  await database.stop();
  await rm(folder, { recursive: true });
});

let written = 0;

/** Writes a migration that does this. @returns the name of its file. */
async function migration(sql: string): Promise<string> {
  written += 1;
  const file = `${1_700_000_000_000 + written}-step-${written}.sql`;
  await writeFile(join(folder, file), `-- phase: expand\n${sql}`);
  return file;
}

const run = (schema: string, files: readonly string[], attempts?: number) =>
  runMigrations(database.url, { schema, directory: pathToFileURL(`${folder}/`), files }, attempts);
const namesOf = (...files: string[]) => files.map((file) => `${file.slice(14, -4)}${file.slice(0, 13)}`);

async function tablesOf(schema: string): Promise<string[]> {
  const { rows } = await database.pool.query<{ name: string }>(
    'SELECT table_name AS name FROM information_schema.tables WHERE table_schema = $1 ORDER BY 1',
    [schema],
  );
  return rows.map((row) => row.name);
}

describe('migrations', () => {
  it('run once, in the order of their timestamps, in a schema that they need not create', async () => {
    const create = await migration('CREATE TABLE once.things (id int); CREATE INDEX ON once.things (id)');
    const extend = await migration('ALTER TABLE once.things ADD name text');
    expect(await run('once', [create])).toEqual(namesOf(create));
    expect(await run('once', [extend, create])).toEqual(namesOf(extend));
    expect(await run('once', [create, extend])).toEqual([]);
    expect(await tablesOf('once')).toEqual(['migrations', 'things']);
  });

  it('run once when several processes run them together', async () => {
    const slow = await migration('CREATE TABLE together.things AS SELECT pg_sleep(0.2)::text AS slept');
    const runs = Array.from({ length: 5 }, () => run('together', [slow]));
    expect((await Promise.all(runs)).flat()).toEqual(namesOf(slow));
  });

  it('stay where one after them fails, which changes nothing itself', async () => {
    const good = await migration('CREATE TABLE whole.things (id int)');
    const bad = await migration('CREATE TABLE whole.others (id int); CREATE TABLE whole.things (id int)');
    await expect(run('whole', [good, bad])).rejects.toThrow(
      'The schema whole was made by a release that this one does not follow (',
    );
    expect(await tablesOf('whole')).toEqual(['migrations', 'things']);
    await database.pool.query('DROP TABLE whole.things');
    expect(await run('whole', [good, bad])).toEqual(namesOf(bad));
  });

  it('give way where they wait for a lock, and are tried again', async () => {
    await run('locked', [await migration('CREATE TABLE locked.things (id int)')]);
    const extend = await migration('ALTER TABLE locked.things ADD name text');
    const first = await migration('CREATE TABLE locked.first (id int)');
    await withClient(database.url, async (reader) => {
      await reader.query('BEGIN; SELECT FROM locked.things');
      await expect(run('locked', [extend], 1)).rejects.toThrow('needs a lock');
      const waiting = run('locked', [extend, first], 30);
      await eventually(async () => {
        const { rows } = await database.pool.query(
          "SELECT FROM pg_stat_activity WHERE application_name = 'migrations' AND state = 'idle' AND query = 'ROLLBACK'",
        );
        return rows.length === 1;
      });
      await reader.query('COMMIT');
      expect(await waiting).toEqual(namesOf(extend, first));
    });
  });

  it('do not run without a stated phase', async () => {
    const silent = await migration('CREATE TABLE silent.things (id int)');
    await writeFile(join(folder, silent), 'CREATE TABLE silent.things (id int)');
    await expect(run('silent', [silent])).rejects.toThrow('does not state its phase');
  });
});
