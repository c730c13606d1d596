import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '@service/contracts';
import { openPublishedLog, rebuildView, APPEND_FUNCTION } from '@service/event-store';
import { HistoryWriter, InteractionHistory, historyDays, newWriter } from '@service/history';
import { listParked } from '@service/messaging';
import type { CheckpointStore } from '@service/messaging/checkpoints';
import { grantsOf, readGrants, roleNamesOf, type Grant } from '@service/platform/boundaries';
import { EnvironmentDatabase } from '@service/platform/databases';
import { dayOf } from '@service/platform/days';
import { createLogger } from '@service/platform/logging';
import { createPool, withClient } from '@service/platform/postgres';
import { LOG_SCHEMAS, recoverLog } from '@service/record-store';
import { BOUNDARIES, VIEWS } from '@service/verify-api';
import pg from 'pg';
import { migrate, restoreBoundaries } from './migrations.js';
import { startOwnedDatabase, type OwnedDatabase } from './testing/owned-database.js';

const logger = createLogger('silent');
const REFUSED = { code: '42501' };
/** SQLSTATE with_check_option_violation. */
const WRONG_WRITER = '44000';

let owned: OwnedDatabase;
beforeAll(async () => {
  owned = await startOwnedDatabase();
  await migrate(owned.database);
});
afterAll(() => owned.stop());

const poolAs = (url: string) => createPool(url, { max: 2, applicationName: 'test', logger });

async function grants(): Promise<Grant[]> {
  const { ownerUrl, appUrls } = owned.database;
  return withClient(ownerUrl, (client) => readGrants(client, roleNamesOf(appUrls)));
}

const sorted = (list: readonly Grant[]) =>
  list.map(({ app, privilege, on }) => `${app} ${privilege} ${on}`).toSorted();

/** As many arguments as the function has. */
const nulls = APPEND_FUNCTION.split(',')
  .map(() => 'NULL')
  .join();

describe('the rights of the apps’ roles', () => {
  it('are those that the boundaries name, and PUBLIC has none', async () => {
    expect(sorted(await grants())).toEqual(sorted(grantsOf(BOUNDARIES)));
  });

  it.each([
    ['verify_api', 'read a table of another app', 'SELECT FROM record_store.events'],
    ['verify_api', 'change what is published', 'DELETE FROM record_store_published.events'],
    ['verify_api', 'lock what is published', 'SELECT FROM record_store_published.events FOR SHARE'],
    ['verify_api', 'append to another app’s log', `SELECT record_store.append(${nulls})`],
    ['verify_api', 'make a trigger on another app’s table', trigger('record_store.events')],
    ['verify_api', 'make a trigger on what is published', trigger('record_store_published.events')],
    ['verify_api', 'make a trigger on its own history', trigger('verify_api.interactions')],
    ['verify_api', 'change its own history', "UPDATE verify_api.interactions SET lines = ''"],
    ['record_store', 'update an event', "UPDATE record_store.events SET type = 'x'"],
    ['record_store', 'delete an event', 'DELETE FROM record_store.events'],
    ['record_store', 'empty its log', 'TRUNCATE record_store.events'],
    ['record_store', 'make a trigger on its events', trigger('record_store.events')],
    ['record_store', 'switch a trigger off', 'ALTER TABLE record_store.events DISABLE TRIGGER ALL'],
    ['record_store', 'switch all triggers off', "SET session_replication_role = 'replica'"],
    ['record_store', 'change a leaf of the log', "UPDATE record_store.log_leaves SET digest = ''"],
    ['record_store', 'change a reason', "UPDATE record_store.companions SET reason = 'x'"],
    ['record_store', 'change an event of metadata', "UPDATE record_store.metadata_events SET digest = ''"],
    ['verify_api', 'change metadata', "UPDATE record_store_published.metadata SET pairs = '{}'"],
    ['record_store', 'make a schema', 'CREATE SCHEMA mine'],
    [
      'webhook_dispatcher',
      'change what was published',
      "UPDATE webhook_dispatcher.published_events SET mac = ''",
    ],
    ['credential_authority', 'read the records', 'SELECT FROM record_store_published.events'],
  ] as const)('do not let %s %s', async (app, _, statement) => {
    await expect(owned.as(app, statement)).rejects.toMatchObject(REFUSED);
  });

  it('do not let one role become another', async () => {
    const { appUrls, ownerUrl } = owned.database;
    const names = [...Object.values(appUrls), ownerUrl].map((url) => new URL(url).username);
    for (const name of names.filter((each) => !each.endsWith('verify_api'))) {
      await expect(owned.as('verify_api', `SET ROLE ${name}`)).rejects.toMatchObject(REFUSED);
    }
  });

  it.each([
    'current_date + 1',
    'current_date',
    'current_date - 1',
    'NULL',
    "'2026-01-01 BC'",
    "'10000-01-01'",
    "'infinity'",
  ])('do not let the day %s be detached', async (day) => {
    const detach = `SELECT verify_api.detach_interactions_day(${day})`;
    await expect(owned.as('verify_api', detach)).rejects.toMatchObject({ code: '22023' });
  });

  it('do not let a day be made under the name of another day', async () => {
    const make = "SELECT verify_api.make_interactions_day('2026-12-25 BC')";
    await expect(owned.as('verify_api', make)).rejects.toMatchObject({ code: '22023' });
  });

  it('let the gateway index a day of the history once it is over, and not before', async () => {
    const index = (day: string) => owned.as('verify_api', `SELECT verify_api.index_interactions_day(${day})`);
    await owned.as('verify_api', "SELECT verify_api.make_interactions_day('2026-01-02')");
    await index("'2026-01-02'");
    await index("'2026-01-02'");
    const named = `SELECT FROM verify_api.interactions
      WHERE day = '2026-01-02' AND verify_api.subjects_of(lines) @> verify_api.subjects_of('"subject":"rec_1"')`;
    expect(await owned.as('verify_api', named)).toEqual([]);
    for (const day of ['current_date - 2', 'NULL', "'2026-01-02 BC'"]) {
      await expect(index(day)).rejects.toMatchObject({ code: '22023' });
    }
  });

  it('make PostgreSQL use keys for every statement of an app, without settings of the connection', async () => {
    const [setting] = await owned.as<{ enable_seqscan: string }>('record_store', 'SHOW enable_seqscan');
    expect(setting).toEqual({ enable_seqscan: 'off' });
  });

  it('have timeouts, the apps that followers wait for short ones, whatever the administrator’s are', async () => {
    const { superuser, database } = owned;
    const names = `statement_timeout idle_in_transaction_session_timeout transaction_timeout lock_timeout
      idle_session_timeout`.split(/\s+/);
    const alter = `ALTER DATABASE ${new URL(superuser.url).pathname.slice(1)}`;
    await superuser.pool.query(names.map((name) => `${alter} SET ${name} = '9s'`).join('; '));
    await superuser.pool.query(`${alter} SET synchronous_commit = off`);
    const of = async (url: string) => {
      const shown = [...names, 'synchronous_commit'].map((name) => `current_setting('${name}') AS ${name}`);
      const bare = new pg.Client({ connectionString: url });
      await bare.connect();
      try {
        return Object.values((await bare.query<object>(`SELECT ${shown.join(', ')}`)).rows[0] ?? {});
      } finally {
        await bare.end();
      }
    };
    await migrate(database);
    try {
      expect(await of(database.urlOf('record_store'))).toEqual(['0', '2s', '1min', '10s', '0', 'on']);
      expect(await of(database.urlOf('verify_api'))).toEqual(['0', '1min', '0', '0', '0', 'on']);
      expect(await of(database.ownerUrl)).toEqual(['0', '0', '0', '0', '0', 'on']);
    } finally {
      await superuser.pool.query(
        [...names, 'synchronous_commit'].map((name) => `${alter} RESET ${name}`).join('; '),
      );
    }
  });

  it('give every session the settings that its statements rely on, even through a pooler that makes it', async () => {
    const { superuser, database } = owned;
    const name = new URL(superuser.url).pathname.slice(1);
    await superuser.pool.query(`ALTER DATABASE ${name} SET DateStyle = 'German'`);
    for (const url of [database.ownerUrl, ...Object.values(database.appUrls)]) {
      const bare = new pg.Client({ connectionString: url });
      await bare.connect();
      try {
        const { rows } = await bare.query<{ today: string }>('SELECT current_date::text AS today');
        expect(rows).toEqual([{ today: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) }]);
      } finally {
        await bare.end();
      }
    }
  });

  it('let every app see how old the oldest transaction is', async () => {
    const holds = "SELECT pg_has_role('pg_read_all_stats', 'USAGE') AS holds";
    expect(await owned.as('record_store', holds)).toEqual([{ holds: true }]);
  });
});

describe('a rebuilt view', () => {
  it('is still the gateway’s, shows parked streams, and is closed to all other roles', async () => {
    const pool = poolAs(owned.database.urlOf('verify_api'));
    for (const view of VIEWS) {
      await pool.query(
        `INSERT INTO ${view.schema}.parked_streams (consumer, stream_id, version, cause) VALUES ($1, 'a', 1, 'x')`,
        [view.name],
      );
    }
    const parked = async () => (await listParked(pool)).map(({ consumer }) => consumer).toSorted();
    expect(await parked()).toEqual(VIEWS.map(({ schema, name }) => `${schema}.${name}`).toSorted());
    for (const view of VIEWS) await rebuildView(pool, openPublishedLog(pool, view.log), view);
    expect(await parked()).toEqual([]);
    await pool.end();
    // For the owner too: objects of an app could run code as the role that reads them.
    const read = `SELECT FROM ${VIEWS[0]?.schema}.parked_streams`;
    await expect(owned.as('owner', read)).rejects.toMatchObject(REFUSED);
    await expect(owned.as('record_store', read)).rejects.toMatchObject(REFUSED);
    expect(sorted(await grants())).toEqual(sorted(grantsOf(BOUNDARIES)));
  });
});

describe('a recovered log', () => {
  it('is the published one, with every right as before', async () => {
    await owned.as('owner', "INSERT INTO record_store.log_origin (origin) VALUES ('log.example')");
    await owned.as('owner', "INSERT INTO credential_authority.log_origin (origin) VALUES ('log.example')");
    await owned.as('owner', "INSERT INTO record_store.log_leaves VALUES (0, '', '', 'rec_a', 1)");
    const leaves = () => owned.as('verify_api', 'SELECT FROM record_store_published.log_leaves');
    expect(await leaves()).toHaveLength(1);
    const pool = poolAs(owned.database.ownerUrl);
    await recoverLog(pool, LOG_SCHEMAS, noCheckpoints);
    await pool.end();
    // The view follows the tables that were moved.
    expect(await leaves()).toHaveLength(1);
    await restoreBoundaries(owned.database);
    expect(await leaves()).toHaveLength(0);
    expect(sorted(await grants())).toEqual(sorted(grantsOf(BOUNDARIES)));
  });
});

describe('the history', () => {
  const acceptedLane = (writer: string) =>
    `INSERT INTO verify_api_for_webhook_dispatcher.lanes (day, project_id, writer)
     VALUES (current_date, 'prj_1', '${writer}')`;

  it('takes lines from another app, in lanes of its own', async () => {
    const [gateway, dispatcher] = [
      poolAs(owned.database.urlOf('verify_api')),
      poolAs(owned.database.urlOf('webhook_dispatcher')),
    ];
    await historyDays.ensure(gateway, [dayOf(Date.now())]);
    const recorder = new HistoryWriter(
      dispatcher,
      logger,
      Date.now,
      undefined,
      newWriter('webhook_dispatcher'),
    );
    const delivered = {
      requestId: newId('request'),
      projectId: 'prj_1',
      channel: 'events',
      actor: { type: 'service', id: 'webhook_dispatcher' },
      operation: 'delivery.acknowledge',
      subjects: ['dlv_1', 'sub_1'],
      items: 1,
      status: 200,
      errorCode: null,
      duration: 0,
      client: null,
    } as const;
    expect(await new Promise<boolean>((done) => recorder.record(delivered, Infinity, done))).toBe(true);
    const history = new InteractionHistory(gateway);
    expect(await history.read('prj_1', delivered.requestId)).toMatchObject({
      channel: 'events',
      actor: delivered.actor,
      subjects: delivered.subjects,
      writer: expect.stringMatching(/^webhook_dispatcher\.wri_/),
      address: null,
    });
    expect(await history.check('prj_1')).toMatchObject({ sound: true, data: [{ lines: 1, sound: true }] });
    await Promise.all([recorder.stop(), gateway.end(), dispatcher.end()]);
  });

  it('lets another app neither read it nor write in lanes of the gateway', async () => {
    const writesAs = (writer: string) => owned.as('webhook_dispatcher', acceptedLane(writer));
    await expect(writesAs('wri_1')).rejects.toMatchObject({ code: WRONG_WRITER });
    await expect(writesAs('verify_api.wri_1')).rejects.toMatchObject({ code: WRONG_WRITER });
    await writesAs('webhook_dispatcher.wri_1');
    for (const statement of [
      'SELECT FROM verify_api_for_webhook_dispatcher.interactions',
      'DELETE FROM verify_api_for_webhook_dispatcher.lanes',
      "UPDATE verify_api_for_webhook_dispatcher.lanes SET writer = 'webhook_dispatcher.wri_2'",
      'SELECT FROM verify_api.lanes',
      "INSERT INTO verify_api_for_webhook_dispatcher.lanes (day, project_id, writer, counted) VALUES (current_date, 'prj_1', 'webhook_dispatcher.wri_3', 9)",
    ]) {
      await expect(owned.as('webhook_dispatcher', statement)).rejects.toMatchObject(REFUSED);
    }
    await expect(owned.as('record_store', acceptedLane('record_store.wri_1'))).rejects.toMatchObject(REFUSED);
  });
});

describe('a block of the history from another app', () => {
  const row = {
    day: 'current_date',
    project_id: "'prj_1'",
    writer: "'webhook_dispatcher.wri_9'",
    sequence: '1',
    line_count: '1',
    first_at: 'clock_timestamp()',
    last_at: 'clock_timestamp()',
    first_request: "''",
    last_request: "''",
    links: "decode(repeat('00', 32), 'hex')",
    lines: "''",
    personal: "'{}'",
    tally: "'[]'",
  };
  const add = (changes: Partial<typeof row>) => {
    const values = Object.values({ ...row, ...changes }).join(', ');
    const columns = Object.keys(row).join(', ');
    return owned.as(
      'webhook_dispatcher',
      `INSERT INTO verify_api_for_webhook_dispatcher.interactions (${columns}) VALUES (${values})`,
    );
  };

  it('is taken where it can be read, counted and sealed like the gateway’s', async () => {
    await add({ sequence: '2' });
  });

  it.each<Partial<typeof row>>([
    { first_at: "'infinity'", last_at: "'infinity'" },
    { first_at: "'-infinity'" },
    { last_at: "clock_timestamp() - interval '4 days'", first_at: "clock_timestamp() - interval '4 days'" },
    { sequence: '0' },
    { sequence: '9223372036854775807' },
    { line_count: '0', links: "''" },
    { line_count: '2' },
    { personal: "'null'" },
    { tally: "'null'" },
    { writer: 'NULL' },
  ])('is refused with %j', async (changes) => {
    await expect(add(changes)).rejects.toMatchObject({ code: expect.stringMatching(/^(44000|23502)$/) });
  });
});

describe('objects that an app creates in its schemas', () => {
  it('do not run as the owner, whatever their names', async () => {
    const owner = new URL(owned.database.ownerUrl).username;
    await owned.as('verify_api', `CREATE SCHEMA ${owner}; CREATE TABLE ${owner}.loot (name text)`);
    await owned.as(
      'verify_api',
      `GRANT ALL ON SCHEMA ${owner} TO PUBLIC; GRANT ALL ON ${owner}.loot TO PUBLIC`,
    );
    for (const type of ['bigint', 'integer']) {
      await owned.as(
        'verify_api',
        `CREATE FUNCTION ${owner}.hashtextextended(text, ${type}) RETURNS bigint LANGUAGE sql AS $$
           INSERT INTO ${owner}.loot VALUES (current_user); SELECT 1::bigint $$`,
      );
    }
    await migrate(owned.database);
    // The role's settings protect the sessions of a pool.
    const pool = poolAs(owned.database.ownerUrl);
    await pool.query("SELECT hashtextextended('x', 0)");
    await pool.end();
    expect(await owned.as('verify_api', `SELECT name FROM ${owner}.loot`)).toEqual([]);
  });

  it('do not stop a migration', async () => {
    const owner = new URL(owned.database.ownerUrl).username;
    const other = new URL(owned.database.urlOf('record_store')).username;
    await owned.as(
      'verify_api',
      'CREATE SCHEMA mine; CREATE PROCEDURE mine.act() LANGUAGE sql AS $$ SELECT 1 $$',
    );
    await owned.as(
      'verify_api',
      `REVOKE ALL ON SCHEMA mine FROM ${owner}; GRANT USAGE ON SCHEMA mine TO ${other}`,
    );
    await owned.as(
      'verify_api',
      'CREATE VIEW mine.leaves AS SELECT index FROM record_store_published.log_leaves',
    );
    await owned.as('owner', 'ALTER TABLE record_store.log_leaves ADD COLUMN later text');
    await migrate(owned.database);
    await owned.as('verify_api', 'SELECT later FROM record_store_published.log_leaves');
  });
});

describe('migrations', () => {
  it('change nothing when they run again', async () => {
    expect(await migrate(owned.database)).toEqual([]);
    expect(sorted(await grants())).toEqual(sorted(grantsOf(BOUNDARIES)));
  });

  it('refuse an owner or an app with rights beyond its boundary', async () => {
    const { database, superuser } = owned;
    const asSuperuser = new EnvironmentDatabase(superuser.url, database.appUrls);
    await expect(migrate(asSuperuser)).rejects.toThrow('is a superuser');
    const { username } = new URL(database.urlOf('verify_api'));
    await superuser.pool.query(`GRANT pg_write_all_data TO ${username}`);
    await expect(migrate(database)).rejects.toThrow('is a member of pg_write_all_data');
    await superuser.pool.query(`REVOKE pg_write_all_data FROM ${username}`);
    const twice = { ...database.appUrls, verify_api: database.urlOf('record_store') };
    const shared = new EnvironmentDatabase(database.ownerUrl, twice);
    await expect(migrate(shared)).rejects.toThrow('is named twice');
  });

  it('revoke a right that an operator granted to a role', async () => {
    const { username } = new URL(owned.database.urlOf('verify_api'));
    await owned.as('owner', `GRANT UPDATE (reason) ON record_store.companions TO ${username}`);
    await owned.as('owner', `GRANT ALL ON SCHEMA record_store TO PUBLIC`);
    await restoreBoundaries(owned.database);
    expect(sorted(await grants())).toEqual(sorted(grantsOf(BOUNDARIES)));
  });
});

function trigger(table: string): string {
  return `CREATE TRIGGER mine BEFORE INSERT ON ${table} EXECUTE FUNCTION suppress_redundant_updates_trigger()`;
}

const noCheckpoints: CheckpointStore = {
  load: () => Promise.resolve([]),
  store: () => Promise.resolve(),
  setAside: () => Promise.resolve(null),
  close: () => Promise.resolve(),
};
