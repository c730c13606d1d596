import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parseTrust, verifyBundle, type Checkpoint } from '@service/evidence';
import { eventually } from '@service/testing';
import pg from 'pg';
import { CheckedLog } from './support/checked-log.js';
import { Client } from './support/client.js';
import { createDatabases } from './support/databases.js';
import { runRvs } from './support/evidence-commands.js';
import { openClients, openFixture, register, type Fixture } from './support/fixtures.js';
import { Poller } from './support/polling.js';
import { Receiver } from './support/receiver.js';
import { databaseServer } from './support/run/ask.js';
import { ALONE, TestService } from './support/service.js';

const KEY_FILES = [
  'event-keys-credential-authority',
  'event-keys-webhook-dispatcher',
  'pepper',
  'sealing-keys',
  'signing-keys.json',
];
const COPIED = ['bootstrap.json', ...KEY_FILES.map((name) => join('development', name))];

/** So that the source has higher transaction ids than any server that the tests started. */
const AHEAD = `DO $$ BEGIN FOR i IN 1..600000 LOOP PERFORM pg_current_xact_id(); COMMIT; END LOOP; END $$`;
/** From then on heads are lost, as in a crash of the database: their commit does not wait for the disk. */
const HEADS_LOST = `CREATE FUNCTION lose() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
  CREATE TRIGGER lose BEFORE INSERT OR UPDATE ON record_store.log_head FOR EACH ROW EXECUTE FUNCTION lose();
  CREATE TRIGGER lose BEFORE INSERT ON record_store.log_checkpoints FOR EACH ROW EXECUTE FUNCTION lose()`;
const HEAD = 'SELECT tree_size::float8 AS size FROM record_store.log_head';
const NEXT = 'SELECT pg_snapshot_xmax(pg_current_snapshot())::text::float8 AS id';

describe('an environment that is exported from one server and imported into another', () => {
  const source = new TestService({ env: ALONE });
  const target = new TestService({ env: ALONE, databaseServer });
  let folder: string;
  let receiver: Receiver;
  let before: Fixture;
  let poller: Poller;
  let checkpoint: Checkpoint;
  let bundle: string;
  /** The id of the next transaction of the source. */
  let exported = 0;
  let path: string;
  let written: { status: number; body: Record<string, unknown> };
  const ids: string[] = [];
  const key = { 'idempotency-key': 'moved' };
  const record = () => ({
    authority_id: before.authorityId,
    origin: 'https://registry.example/1',
    content: 'x',
  });

  const command = (service: TestService, name: string, ...words: string[]) =>
    service.outcome(`standalone/commands/${name}.js`, ...words);
  const launch = (service: TestService, name: string, ...words: string[]): ChildProcess =>
    spawn(process.execPath, [resolve(`dist/standalone/commands/${name}.js`), ...words], {
      env: service.environment(),
      stdio: 'ignore',
    });
  const kill = async (child: ChildProcess) => {
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(child.signalCode).toBe('SIGKILL');
  };
  const monitor = async (service: TestService) => {
    const { body } = await new Client(service).get('/v1/log/development/keys');
    const pins = (body['log'].vkeys as string[]).flatMap((vkey) => ['--vkey', vkey]);
    const url = `${service.baseUrl}/v1/log/development/`;
    return runRvs('log', 'monitor', '--url', url, '--state', join(folder, 'monitor'), '--once', ...pins);
  };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'moving-'));
    receiver = await Receiver.start();
    await source.begin();
    await source.sql(AHEAD);
    before = await openFixture(source);
    for (let number = 0; number < 20; number += 1) ids.push(await register(before.admin, before.authorityId));
    path = receiver.newPath();
    receiver.on(path, (_, response) => response.writeHead(503).end());
    const subscription = { endpoint: receiver.url(path), categories: ['record'] };
    expect((await before.admin.post('/v1/subscriptions', subscription)).status).toBe(201);
    for (const [number, what] of ['amend', 'revoke', 'suspend'].entries()) {
      const change = { reason: 'because', ...(what === 'amend' && { content: 'y' }) };
      expect((await before.admin.post(`/v1/records/${ids[number]}/${what}`, change)).status).toBe(200);
    }
    written = await before.admin.post('/v1/records', record(), key);
    expect(written.status).toBe(201);
    poller = new Poller(before.admin, { limit: '5' });
    await eventually(async () => {
      await poller.catchUp();
      expect(poller.events.map(({ record_id }) => record_id)).toContain(written.body['id']);
    });
    const log = new CheckedLog(source);
    bundle = (await before.verifier.get(`/v1/records/${ids[0]}/evidence`, { prefer: 'wait=10' })).text;
    checkpoint = await log.checkpoint();
    expect((await monitor(source)).code).toBe(0);
    await eventually(() => expect(receiver.at(path)).not.toHaveLength(0));
    await source.sql(HEADS_LOST);
    // After the cursor, and perhaps not delivered when the service stops.
    ids.push(await register(before.admin, before.authorityId));
    await eventually(async () => {
      const [head] = await source.sql<{ size: number }>(HEAD);
      const stored = await readFile(join(source.dataDirectory, 'development', 'checkpoint'), 'utf8');
      expect(Number(/^\d+$/m.exec(stored)?.[0])).toBeGreaterThan(head?.size ?? 0);
    });
    expect((await command(source, 'export', '--to', join(folder, 'out'))).errors).toContain(
      'Another service runs',
    );
    expect(await source.end('SIGTERM')).toBe(0);
  }, 120_000);
  afterAll(async () => {
    await Promise.all([source.dispose(), target.dispose(), receiver.stop()]);
    await rm(folder, { recursive: true });
  }, 30_000);

  it('is exported once, also where the export is killed', async () => {
    const out = join(folder, 'out');
    const place = join(out, 'development');
    const child = launch(source, 'export', '--to', out);
    await eventually(
      async () => {
        const text = await readFile(join(place, 'unfinished.ndjson'), 'utf8');
        expect(text.split('\n').length).toBeGreaterThan(6);
      },
      { interval: 1 },
    );
    await kill(child);
    const moments = async () => {
      const files = (await readdir(place)).filter((name) => /\.\d{6}$/.test(name));
      return Promise.all(files.map(async (file) => ({ file, at: (await stat(join(place, file))).mtimeMs })));
    };
    const noted = (await moments()).toSorted((a, b) => a.at - b.at).slice(0, 4);
    expect(await command(source, 'export', '--to', out)).toMatchObject({ code: 0, errors: '' });
    expect(await moments()).toEqual(expect.arrayContaining(noted));
    const manifest = JSON.parse(await readFile(join(place, 'manifest.json'), 'utf8')) as {
      next_transaction: string;
    };
    exported = Number(manifest.next_transaction);
    expect((await command(source, 'export', '--to', out)).output).toContain('exported already');
    const texts = await Promise.all(
      (await readdir(place)).map(async (name) => (await readFile(join(place, name))).toString('latin1')),
    );
    expect(texts.join('')).not.toContain(receiver.url(path));
  });

  it('starts no app on the old server, until the export is undone', async () => {
    expect(await source.refusal()).toMatch(/^The database was exported, .* npm run export -- --undo\.\n$/);
    expect((await command(source, 'export', '--undo')).output).toContain('apps start on this database again');
    expect((await command(source, 'migrate')).code).toBe(0);
  });

  it('is refused where it does not belong, is not the newest, or was changed', async () => {
    const from = ['--from', join(folder, 'out')];
    expect((await command(source, 'import', ...from)).errors).toMatch(/^The database is not empty: .*\n$/);
    target.databaseUrls = await createDatabases(await databaseServer());
    target.dataDirectory = await mkdtemp(join(tmpdir(), 'moved-'));
    expect((await command(target, 'import', ...from)).errors).toMatch(
      /^The sealing key file .* holds no .*\n$/,
    );
    for (const name of COPIED.filter((each) => !each.endsWith('pepper')))
      await cp(join(source.dataDirectory, name), join(target.dataDirectory, name));
    expect((await command(target, 'import', ...from)).errors).toMatch(
      /^The pepper file .* lacks the key .*\n$/,
    );
    for (const name of COPIED) await cp(join(source.dataDirectory, name), join(target.dataDirectory, name));
    const other = new TestService({ env: { ...ALONE, LOG_ORIGIN: 'other.example' } });
    [other.databaseUrls, other.dataDirectory] = [target.databaseUrls, target.dataDirectory];
    expect((await command(other, 'import', ...from)).errors).toMatch(/^The log of the export is .*\n$/);

    const newest = join('development', 'checkpoint');
    const note = await readFile(join(source.dataDirectory, newest), 'utf8');
    await writeFile(join(target.dataDirectory, newest), note.replace(/^\d+$/m, '1000000'));
    expect((await command(target, 'import', ...from)).errors).toMatch(
      /^The export is not the newest state of the environment: .*\n$/,
    );
    await cp(join(source.dataDirectory, newest), join(target.dataDirectory, newest));

    const changed = join(folder, 'changed');
    await cp(join(folder, 'out'), changed, { recursive: true });
    await writeFile(join(changed, 'development', 'record_store.events.000001'), 'other');
    expect((await command(target, 'import', '--from', changed)).errors).toMatch(
      /has another SHA-256 than its manifest says\.\n$/,
    );
    expect(await target.sql("SELECT to_regnamespace('unfinished_import') AS marked")).toEqual([
      { marked: null },
    ]);
  });

  it('is imported once, also where the import is killed', async () => {
    // A session in the database itself would refuse the import.
    const url = new URL(target.databaseUrl());
    const beside = new pg.Client({ connectionString: new URL('/postgres', url).href });
    await beside.connect();
    const child = launch(target, 'import', '--from', join(folder, 'out'));
    await eventually(
      async () => {
        const { rows } = await beside.query(
          "SELECT FROM pg_stat_activity WHERE datname = $1 AND application_name = 'import' AND usename LIKE '%credential_authority' AND query = 'COMMIT'",
          [url.pathname.slice(1)],
        );
        expect(rows).not.toHaveLength(0);
      },
      { interval: 1 },
    );
    await kill(child);
    await beside.end();
    const [raised] = await target.sql<{ id: number }>(NEXT);
    expect(raised?.id).toBeGreaterThanOrEqual(exported);
    expect(await target.refusal()).toContain('holds an unfinished import');
    expect(await command(target, 'import', '--from', join(folder, 'out'))).toMatchObject({
      code: 0,
      errors: '',
    });
  });

  it('goes on as if nothing had happened', async () => {
    receiver.on(path, (_, response) => response.writeHead(200).end());
    await target.begin();
    const after = openClients(new Client(target), target.tokens.development);
    expect(await after.admin.post('/v1/records', record(), key)).toMatchObject({
      status: 201,
      body: { id: written.body['id'] },
    });
    const fresh = await register(after.admin, before.authorityId);

    const follower = new Poller(after.admin, { limit: '5' });
    follower.cursor = poller.cursor;
    await eventually(async () => {
      await follower.catchUp();
      expect(follower.events.map(({ record_id }) => record_id)).toContain(fresh);
    });
    const all = new Poller(after.admin, { limit: '5' });
    expect((await all.catchUp()).map(({ id }) => id)).toEqual(
      [...poller.events, ...follower.events].map(({ id }) => id),
    );
    await eventually(() => {
      const arrived = receiver.at(path).map(({ event }) => event['record_id'] as string);
      expect(arrived).toEqual(expect.arrayContaining([ids[0], ids.at(-1), fresh]));
    });

    const log = new CheckedLog(target);
    const trust = parseTrust((await after.anonymous.get('/v1/log/development/keys')).text);
    expect(verifyBundle(bundle, trust)).toMatchObject({ ok: true, undecided: [] });
    const verified = await after.verifier.post(
      '/v1/records/verify',
      { record_id: ids[0] },
      { prefer: 'wait=10' },
    );
    expect(verified.body['evidence']).toMatchObject({ provenance: { verified: true } });
    const grown = await eventually(async () => {
      const newest = await log.checkpoint();
      expect(newest.size).toBeGreaterThan(checkpoint.size);
      return newest;
    });
    expect(grown.origin).toBe(checkpoint.origin);
    expect(await log.isConsistent(checkpoint, grown)).toBe(true);
    await log.entries(grown);
    expect((await monitor(target)).code).toBe(0);

    const [order] = await target.sql<{ newer: boolean }>(
      `SELECT (SELECT max(tx) FROM record_store.events WHERE stream_id <> $1)
         < (SELECT tx FROM record_store.events WHERE stream_id = $1 AND version = 1) AS newer`,
      [fresh],
    );
    expect(order?.newer).toBe(true);
    expect(await target.command('verify-api/commands/scrub.js')).toMatch(/^development: 0 differences/m);
    expect(await target.command('verify-api/commands/check-history.js')).toMatch(/^development: 0 faults/m);
  });
});
