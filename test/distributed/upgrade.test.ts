import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connectDatabase } from '@service/platform/databases';
import { createLogger } from '@service/platform/logging';
import { loadSettings } from '@service/platform/settings';
import { eventually } from '@service/testing';
import { APPS } from '../../infra/distributed/apps.ts';
import {
  createDatabases,
  dropDatabases,
  ownerUrl,
  queryDatabase,
  type DatabaseUrls,
} from '../support/databases.js';
import { drivers } from '../support/driver.js';
import { MixedLoad } from '../support/releases/mixed-load.js';
import { ReleaseProcesses, runCommand } from '../support/releases/release-processes.js';
import { makeNextVersion, newestRelease, unpackRelease } from '../support/releases/release.js';
import { databaseServer, makeRoom } from '../support/run/ask.js';
import { TestService, type RoleTokens } from '../support/service.js';

/** Milliseconds: a busy machine starts processes slowly. */
const STEP = 600_000;

/** In a table that holds rows, which every version writes. */
const MIGRATION = `-- phase: expand
ALTER TABLE record_store.events ADD COLUMN next text NOT NULL DEFAULT 'none';
CREATE INDEX events_next ON record_store.events (next) WHERE next <> 'none';
`;
const ADDED =
  "SELECT FROM information_schema.columns WHERE table_schema = 'record_store' AND column_name = 'next'";

const version = newestRelease();
const describeUpgrade = version === undefined ? describe.skip : describe;

describeUpgrade(
  `release ${version ?? 'none, as none is kept'}, and a next version with one migration more`,
  () => {
    let folder: string;
    let old: string;
    let next: string;

    beforeAll(async () => {
      await makeRoom();
      folder = await mkdtemp(join(tmpdir(), 'upgrade-'));
      [old, next] = [join(folder, 'old'), join(folder, 'next')];
      await Promise.all([mkdir(old), mkdir(next)]);
      await Promise.all([unpackRelease(String(version), old), makeNextVersion(next, MIGRATION)]);
    }, STEP);
    afterAll(() => rm(folder, { recursive: true }));

    /** Of the files in this folder, which are removed with it. */
    const compileCache = () => ({ NODE_COMPILE_CACHE: join(folder, 'compiled') });

    it(
      'standalone: the next is started after the release, and the release after the next',
      async () => {
        const env = { ENVIRONMENT: 'development', ...compileCache() };
        const serviceOf = (files: string) =>
          new TestService(
            { env, databaseServer },
            { ...drivers.standalone, main: join(files, 'dist/standalone/main.js') },
          );
        const [release, after] = [serviceOf(old), serviceOf(next)];
        let current = release;
        const gateway = {
          get baseUrl() {
            return current.baseUrl;
          },
        };
        const takeOver = async (by: TestService) => {
          await current.end('SIGTERM');
          Object.assign(by, { dataDirectory: release.dataDirectory, databaseUrls: release.databaseUrls });
          await by.begin();
          current = by;
          await load.more();
        };
        await release.begin();
        const load = new MixedLoad(release.tokens.development);
        try {
          await load.begin(gateway);
          await load.more();
          await takeOver(after);
          expect(await release.sql(ADDED)).toHaveLength(1);
          await takeOver(release);
          await expectNothingLost(load);
          await expectSound((file) => runCommand(old, file, release.environment()));
        } finally {
          await load.stop();
          await after.end('SIGKILL');
          await release.dispose();
        }
      },
      STEP,
    );

    it(
      'over Kafka: app by app, with both at work beside each other',
      async () => {
        const directory = join(folder, 'data');
        const urls: DatabaseUrls = await createDatabases(await databaseServer());
        const env: NodeJS.ProcessEnv = {
          PATH: process.env['PATH'],
          ...compileCache(),
          ...drivers.kafka.settings(directory),
          DATA_DIR: directory,
          ENVIRONMENT: 'development',
          ADMIN_PORT: '0',
          // The release is kept without its Console, and says so.
          LOG_LEVEL: 'error',
        };
        const settings = loadSettings({ ...env, DATABASE_OWNER_URL: ownerUrl(urls.development) });
        const { database } = await connectDatabase(settings, createLogger('silent'));
        const [release, after] = [old, next].map((files) => new ReleaseProcesses(files, database, env)) as [
          ReleaseProcesses,
          ReleaseProcesses,
        ];
        let load: MixedLoad | undefined;
        try {
          await Promise.all(
            ['migrate', 'topics'].map((name) => release.command(`standalone/commands/${name}.js`)),
          );
          await Promise.all(APPS.map((app) => release.start(app)));
          await release.command('verify-api/commands/bootstrap.js');
          const { development } = JSON.parse(await readFile(join(directory, 'bootstrap.json'), 'utf8')) as {
            development: RoleTokens;
          };
          load = new MixedLoad(development);
          await load.begin(release);
          await load.more();
          for (const [one, other] of [
            [release, after],
            [after, release],
          ] as const) {
            await other.command('standalone/commands/migrate.js');
            expect(await queryDatabase(urls.development, ADDED)).toHaveLength(1);
            for (const app of APPS) {
              await other.start(app);
              if (app === 'verify-api') load.add(other);
              await load.more();
              if (app === 'verify-api') await load.remove(one);
              await one.end(app);
            }
            await load.more();
          }
          await expectNothingLost(load);
          expect(await release.command('standalone/commands/dead-letters.js')).toContain('0 parked');
          await expectSound((file) => release.command(file));
          expect([...release.failures, ...after.failures]).toEqual([]);
        } finally {
          await load?.stop();
          await Promise.all([release.endAll(), after.endAll()]);
          await dropDatabases(urls);
        }
      },
      STEP,
    );
  },
);

/** Each record exists once; each of its events was polled once and delivered at least once, without a gap. */
async function expectNothingLost(load: MixedLoad): Promise<void> {
  await load.finish();
  const ids = load.records.map(({ id }) => id).toSorted();
  await eventually(async () => expect((await load.listed()).toSorted()).toEqual(ids));
  for (const id of ids)
    expect([id, load.polled.get(id), load.delivered.get(id)]).toEqual([id, [1, 2], [1, 2]]);
  expect(load.failures).toEqual([]);
}

/** @param run a command of the release. */
async function expectSound(run: (file: string) => Promise<string>): Promise<void> {
  const said = await Promise.all(
    ['scrub', 'check-history'].map((name) => run(`verify-api/commands/${name}.js`)),
  );
  expect(said.join('')).toMatch(/^development: 0 differences .*\ndevelopment: 0 faults /);
}
