import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startEmbeddedDatabase, type EmbeddedDatabase } from '@service/testing';
import type { MigrationInterface, QueryRunner } from 'typeorm';

import { withClient } from './client.js';
import { runMigrations } from './migrations.js';

let database: EmbeddedDatabase;

beforeAll(async () => {
  database = await startEmbeddedDatabase();
});
afterAll(() => database.stop());

function migration(name: string, query: string): new () => MigrationInterface {
  return class implements MigrationInterface {
    readonly name = name;
    async up(runner: QueryRunner): Promise<void> {
      await runner.query(query);
    }
    async down(): Promise<void> {}
  };
}

async function tablesOf(schema: string): Promise<string[]> {
  const { rows } = await withClient(database.url, (client) =>
    client.query<{ name: string }>(
      'SELECT table_name AS name FROM information_schema.tables WHERE table_schema = $1 ORDER BY 1',
      [schema],
    ),
  );
  return rows.map((row) => row.name);
}

describe('migrations', () => {
  it('run once, in the order of their timestamps, in a schema that they need not create', async () => {
    const create = migration('Create1700000000000', 'CREATE TABLE once.things (id int)');
    const extend = migration('Extend1700000000001', 'ALTER TABLE once.things ADD name text');
    const run = { url: database.url, schema: 'once' };
    expect(await runMigrations({ ...run, migrations: [create] })).toEqual(['Create1700000000000']);
    expect(await runMigrations({ ...run, migrations: [extend, create] })).toEqual(['Extend1700000000001']);
    expect(await runMigrations({ ...run, migrations: [create, extend] })).toEqual([]);
    expect(await tablesOf('once')).toEqual(['migrations', 'things']);
  });

  it('run once when several processes run them at once', async () => {
    const slow = migration(
      'Slow1700000000000',
      'CREATE TABLE together.things AS SELECT pg_sleep(0.2)::text AS slept',
    );
    const runs = Array.from({ length: 5 }, () =>
      runMigrations({ url: database.url, schema: 'together', migrations: [slow] }),
    );
    expect((await Promise.all(runs)).flat()).toEqual(['Slow1700000000000']);
  });

  it('change nothing when one of them fails', async () => {
    const good = migration('Good1700000000000', 'CREATE TABLE whole.things (id int)');
    const bad = migration('Bad1700000000001', 'CREATE TABLE whole.things (id int)');
    const run = { url: database.url, schema: 'whole', migrations: [good, bad] };
    await expect(runMigrations(run)).rejects.toThrow('already exists');
    expect(await tablesOf('whole')).not.toContain('things');
  });
});
