import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connectDatabases } from '@service/platform/databases';
import { createLogger } from '@service/platform/logging';
import { loadSettings } from '@service/platform/settings';
import { eventually } from '@service/testing';
import { COMPILE_CACHE } from '../support/compile-cache.js';
import { createDatabases, dropDatabases, ownerUrl, type DatabaseUrls } from '../support/databases.js';
import { driver } from '../support/driver.js';
import { Receiver } from '../support/receiver.js';
import { MixedLoad } from '../support/releases/mixed-load.js';
import { PRESENT, removeRelease, unpackRelease, type Release } from '../support/releases/release.js';
import { ReleaseProcesses } from '../support/releases/release-processes.js';
import { databaseServer, makeRoom } from '../support/run/ask.js';
import type { RoleTokens } from '../support/service.js';

const BEFORE = '0.2.0-rc.1';

/** Milliseconds: a busy machine starts processes slowly. */
const STEP = 240_000;
const PATIENCE = { timeout: 30_000 };

/** The offline verifier of each release. */
const VERIFIERS = {
  old: ['evidence-cli/commands/verify-evidence.js'],
  new: ['../clients/cli/dist/rvs.js', 'bundle', 'verify'],
} as const;

describe(`this state beside release ${BEFORE}, on one database and one broker`, () => {
  let release: Release;
  let directory: string;
  let urls: DatabaseUrls;
  let receiver: Receiver;
  let before: ReleaseProcesses;
  let present: ReleaseProcesses;
  let tokens: RoleTokens;
  let load: MixedLoad;

  beforeAll(async () => {
    await makeRoom();
    directory = await mkdtemp(join(tmpdir(), 'upgrade-'));
    receiver = await Receiver.start();
    release = await unpackRelease(BEFORE);
    urls = await createDatabases(await databaseServer());
    const env: NodeJS.ProcessEnv = {
      PATH: process.env['PATH'],
      ...COMPILE_CACHE,
      ...driver.settings(directory),
      DATA_DIR: directory,
      ENVIRONMENT: 'development',
      ADMIN_PORT: '0',
      LOG_LEVEL: 'warn',
    };
    const owner = { DATABASE_OWNER_URL_DEVELOPMENT: ownerUrl(urls.development) };
    const { of } = await connectDatabases(loadSettings({ ...env, ...owner }), createLogger('silent'));
    before = new ReleaseProcesses(release, of.development, env);
    present = new ReleaseProcesses(PRESENT, of.development, env);
    await prepare(before);
    await Promise.all([before.startOwners(), before.startGateway()]);
    await before.command('verify-api/commands/bootstrap.js');
    const file = await readFile(join(directory, 'bootstrap.json'), 'utf8');
    tokens = (JSON.parse(file) as { development: RoleTokens }).development;
    load = new MixedLoad(tokens);
  }, STEP);

  afterAll(async () => {
    await Promise.all([load?.stop(), before?.kill(), present?.kill(), receiver?.stop()]);
    if (urls !== undefined) await dropDatabases(urls);
    if (release !== undefined) await removeRelease(release);
    await rm(directory, { recursive: true });
  }, STEP);

  it(
    'the release before goes on when this state has migrated its database',
    async () => {
      const wanted = { endpoint: receiver.url('/events'), categories: ['record'] };
      expect(await before.as(tokens.admin).post('/v1/subscriptions', wanted)).toMatchObject({ status: 201 });
      load.add(before);
      await load.more();
      await prepare(present);
      await load.more();
    },
    STEP,
  );

  it(
    'gateways of both work with the owners before',
    async () => {
      await present.startGateway();
      load.add(present);
      await load.more();
    },
    STEP,
  );

  it(
    'gateways of both work with the owners of this state',
    async () => {
      await present.startOwners();
      await load.more();
      await before.endOwners();
      await load.more();
    },
    STEP,
  );

  it('each refuses at once what the other revokes, and passes over events that it does not know', async () => {
    for (const [one, other] of [
      [before, present],
      [present, before],
    ] as const) {
      const wanted = { name: 'Shared', capabilities: ['read'] };
      const { body } = await one.as(tokens.admin).post('/v1/credentials', wanted);
      const status = async (at: ReleaseProcesses) =>
        (await at.as(String(body['token'])).get('/v1/projects/current')).status;
      await eventually(async () => expect(await status(other)).toBe(200), PATIENCE);
      await other.as(tokens.admin).post(`/v1/credentials/${body['id']}/revoke`, { reason: 'lost' });
      await eventually(async () => expect(await status(one)).toBe(401), PATIENCE);
    }
    const invitation = { grants: [{ project_id: 'prj_default', role: 'admin' }] };
    expect(await present.as(tokens.operator).post('/v1/operators', invitation)).toMatchObject({
      status: 201,
    });
    await load.more();
  });

  it(
    'evidence of each is proven by the verifier of the other',
    async () => {
      const [first, last] = [load.registered[0], load.registered.at(-1)];
      for (const [one, other] of [
        [before, present],
        [present, before],
      ] as const) {
        const keys = await one.as(tokens.verify).get('/v1/log/development/keys');
        const bundles = [first, last].map(async (id) => {
          const path = `/v1/records/${id}/evidence`;
          const { status, text } = await one.as(tokens.verify).get(path, { prefer: 'wait=10' });
          expect(status).toBe(200);
          return `${text}\n`;
        });
        const [bundleFile, keyFile] = [join(directory, 'bundles'), join(directory, 'keys')];
        await writeFile(bundleFile, (await Promise.all(bundles)).join(''));
        await writeFile(keyFile, keys.text);
        // It fails where anything is not proven.
        const [program, ...words] = VERIFIERS[other === before ? 'old' : 'new'];
        await other.command(program, ...words, bundleFile, '--keys', keyFile);
      }
    },
    STEP,
  );

  it('both list the same events', async () => {
    const eventsAt = async (at: ReleaseProcesses) => {
      const { body } = await at.as(tokens.admin).get('/v1/events?limit=100');
      return (body['data'] as { id: string }[]).map(({ id }) => id);
    };
    const listed = await eventsAt(before);
    expect(listed.length).toBeGreaterThan(0);
    expect(await eventsAt(present)).toEqual(listed);
  });

  it(
    'this state goes on alone',
    async () => {
      await load.remove(before);
      await before.endGateway();
      await load.more();
    },
    STEP,
  );

  it(
    'the release before can come back',
    async () => {
      await Promise.all([before.startOwners(), before.startGateway()]);
      load.add(before);
      await load.more();
      await load.remove(present);
      await Promise.all([present.endGateway(), present.endOwners()]);
      await load.more();
      await load.stop();
    },
    STEP,
  );

  it(
    'nothing is lost, refused or parked',
    async () => {
      expect(load.failures).toEqual([]);
      const delivered = () =>
        new Set(receiver.at('/events').map(({ event }) => event['record_id'] as string));
      await eventually(() => {
        const arrived = delivered();
        expect(load.registered.filter((id) => !arrived.has(id))).toEqual([]);
      }, PATIENCE);
      expect(await present.command('standalone/commands/dead-letters.js')).toContain('0 parked');
      expect(await present.command('verify-api/commands/scrub.js')).toMatch(/: 0 differences/);
    },
    STEP,
  );
});

/** Migrates the database and creates the topics, as before an upgrade. */
async function prepare(processes: ReleaseProcesses): Promise<void> {
  await Promise.all(['migrate', 'topics'].map((name) => processes.command(`standalone/commands/${name}.js`)));
}
