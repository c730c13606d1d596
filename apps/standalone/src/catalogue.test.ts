import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DATABASE_APPS } from '@service/platform/boundaries';
import { withClient } from '@service/platform/postgres';

import { EXPECTED_CATALOGUE, readCatalogue } from '@service/verify-api';
import { migrate } from './migrations.js';
import { startOwnedDatabase, type OwnedDatabase } from './testing/owned-database.js';

let owned: OwnedDatabase;
beforeAll(async () => {
  owned = await startOwnedDatabase();
  await migrate(owned.database);
});
afterAll(() => owned.stop());

const asGateway = () =>
  withClient(owned.database.urlOf('verify_api'), (client) => readCatalogue(client, DATABASE_APPS));
const added = async (): Promise<string[]> => {
  const lines = await asGateway();
  return lines.filter((line) => !EXPECTED_CATALOGUE.includes(line));
};

describe('the catalogue that the gateway expects', () => {
  it('is what migrations and boundaries make: copy what this test prints where they changed it', async () => {
    expect(await asGateway()).toEqual(EXPECTED_CATALOGUE);
  });

  const noop = `CREATE FUNCTION verify_api.noop() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'`;
  /** What an owner of the database can change, how to undo it, and the lines that show it. */
  const changes: Record<string, [string, string, ...RegExp[]]> = {
    'a trigger, and its function': [
      `${noop}; CREATE TRIGGER z BEFORE INSERT ON verify_api.findings FOR EACH ROW EXECUTE FUNCTION verify_api.noop()`,
      'DROP FUNCTION verify_api.noop CASCADE',
      /^function verify_api\.noop\(\)/,
      /^trigger \(O\): CREATE TRIGGER z BEFORE INSERT ON verify_api\.findings/,
    ],
    'a trigger that was switched off': [
      'ALTER TABLE record_store.events DISABLE TRIGGER events_are_append_only',
      'ALTER TABLE record_store.events ENABLE TRIGGER events_are_append_only',
      /^trigger \(D\): CREATE TRIGGER events_are_append_only/,
    ],
    'a search path of an app': [
      'ALTER ROLE :verify_api IN DATABASE DATABASE_NAME SET search_path = evil, pg_catalog',
      `ALTER ROLE :verify_api IN DATABASE DATABASE_NAME SET search_path = ''`,
      /^setting of verify_api: search_path=evil/,
    ],
    'a rule': [
      'CREATE RULE quiet AS ON INSERT TO verify_api.findings DO INSTEAD NOTHING',
      'DROP RULE quiet ON verify_api.findings',
      /^rule quiet on verify_api\.findings$/,
    ],
    'a policy, and row security': [
      'ALTER TABLE verify_api.findings ENABLE ROW LEVEL SECURITY; CREATE POLICY p ON verify_api.findings USING (false)',
      'DROP POLICY p ON verify_api.findings; ALTER TABLE verify_api.findings DISABLE ROW LEVEL SECURITY',
      /^policy p on verify_api\.findings$/,
      /^row security on verify_api\.findings$/,
    ],
    'a trigger on a read model': [
      `${noop}; CREATE TRIGGER z BEFORE INSERT ON verify_api_records.records FOR EACH ROW EXECUTE FUNCTION verify_api.noop()`,
      'DROP FUNCTION verify_api.noop CASCADE',
      /^function verify_api\.noop\(\)/,
      /^trigger .* verify_api_records\.records/,
    ],
    'a published view that hides rows': [
      'CREATE OR REPLACE VIEW record_store_published.log_leaves AS SELECT * FROM record_store.log_leaves WHERE index < 7',
      'CREATE OR REPLACE VIEW record_store_published.log_leaves AS SELECT * FROM record_store.log_leaves',
      /^view record_store_published\.log_leaves: SELECT .* WHERE/,
    ],
    'a read model that became a view': [
      `ALTER TABLE verify_api_records.records RENAME TO kept;
       CREATE VIEW verify_api_records.records AS SELECT * FROM verify_api_records.kept`,
      'DROP VIEW verify_api_records.records; ALTER TABLE verify_api_records.kept RENAME TO records',
      /^relation verify_api_records\.records \(v\)$/,
    ],
    'a function with another body': [
      `ALTER FUNCTION record_store.refuse_change() RENAME TO kept;
       CREATE FUNCTION record_store.refuse_change() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'`,
      `DROP FUNCTION record_store.refuse_change(); ALTER FUNCTION record_store.kept() RENAME TO refuse_change`,
      /^function record_store\.kept\(\)/,
      /^function record_store\.refuse_change\(\)/,
      /kept\(\)$/,
    ],
    'a right of an app': [
      'GRANT UPDATE ON record_store.events TO :record_store',
      'REVOKE UPDATE ON record_store.events FROM :record_store',
      /^grant to record_store on TABLE record_store\.events: INSERT SELECT UPDATE$/,
    ],
    'a right of everybody': [
      'GRANT SELECT ON record_store.events TO PUBLIC',
      'REVOKE SELECT ON record_store.events FROM PUBLIC',
      /^grant to PUBLIC on TABLE record_store\.events: SELECT$/,
    ],
    'a role that may change rows': [
      'CREATE ROLE intruder_role; GRANT SELECT, DELETE ON record_store.log_leaves TO intruder_role',
      'DROP OWNED BY intruder_role; DROP ROLE intruder_role',
      /^grant to the role intruder_role on TABLE record_store\.log_leaves: DELETE$/,
    ],
    'an app that is a member of another': [
      'GRANT :record_store TO :verify_api',
      'REVOKE :record_store FROM :verify_api',
      /^role of verify_api: is a member of .*_record_store$/,
    ],
    'an app that may bypass policies': [
      'ALTER ROLE :verify_api BYPASSRLS',
      'ALTER ROLE :verify_api NOBYPASSRLS',
      /^role of verify_api: may create roles, replicate, or bypass policies$/,
    ],
    'a role that may become an app': [
      'CREATE ROLE intruder_role; GRANT :record_store TO intruder_role',
      'DROP ROLE intruder_role',
      /^the role intruder_role: is a member of .*_record_store$/,
    ],
    'an owner': [
      'ALTER TABLE verify_api.findings OWNER TO CURRENT_USER',
      'ALTER TABLE verify_api.findings OWNER TO :owner',
      /^owner of verify_api\.findings: /,
    ],
  };

  it.each(Object.entries(changes))('shows %s', async (_, [change, repair, ...expected]) => {
    const database = new URL(owned.superuser.url).pathname.slice(1);
    const run = (statement: string) =>
      owned.superuser.pool.query(
        statement.replaceAll('DATABASE_NAME', database).replaceAll(/ :(\w+)/g, ` ${database}_$1`),
      );
    await run(change);
    try {
      const lines = await added();
      for (const line of expected) expect(lines).toContainEqual(expect.stringMatching(line));
    } finally {
      await run(repair);
    }
    expect(await added()).toEqual([]);
  });

  it('leaves roles alone that an operator made to read, such as for backups', async () => {
    const { pool } = owned.superuser;
    await pool.query('CREATE ROLE backup_role; GRANT SELECT ON record_store.events TO backup_role');
    expect(await added()).toEqual([]);
    await pool.query('DROP OWNED BY backup_role; DROP ROLE backup_role');
  });
});
