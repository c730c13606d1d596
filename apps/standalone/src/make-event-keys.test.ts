import { readFile, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { DatabaseApp } from '@service/platform/databases';
import { dayOf } from '@service/platform/days';
import { StartError } from '@service/platform/errors';
import { loadSettings, type Settings } from '@service/platform/settings';
import { temporaryFolder } from '@service/testing/fixtures';
import { makeEventKeys } from './make-event-keys.js';
import { migrate } from './migrations.js';
import { startOwnedDatabase, type OwnedDatabase } from './testing/owned-database.js';

let owned: OwnedDatabase;
let directory: string;
let settings: Settings;
beforeEach(async () => {
  directory = temporaryFolder();
  settings = loadSettings({ ENVIRONMENT: 'development', DATA_DIR: directory });
  owned = await startOwnedDatabase();
  await migrate(owned.database);
});
afterEach(async () => {
  await owned.stop();
});

const folder = () => join(directory, 'development');
const fileOf = (owner: string) => join(folder(), `event-keys-${owner}`);

it('makes keys for each log with data, once', async () => {
  await makeEventKeys(owned.database, settings);
  expect((await readdir(folder())).toSorted()).toEqual([
    'event-keys-credential-authority',
    'event-keys-webhook-dispatcher',
  ]);
  const made = await readFile(fileOf('webhook-dispatcher'), 'utf8');
  await makeEventKeys(owned.database, settings);
  expect(await readFile(fileOf('webhook-dispatcher'), 'utf8')).toBe(made);
});

it.each([
  [
    'credential-authority',
    'an event',
    `INSERT INTO credential_authority.events (stream_id, version, event_id, type, schema_version, data)
     VALUES ('prj_1', 1, 'evt_1', 'service.project.created', 1, '{}')`,
  ],
  [
    'webhook-dispatcher',
    'a published event',
    `SELECT webhook_dispatcher.make_published_events_day('${dayOf(Date.now())}');
     INSERT INTO webhook_dispatcher.published_events (day, event_id, project_id, type, subject_id, body)
     VALUES ('${dayOf(Date.now())}', 'evt_1', 'prj_1', 'service.project.created', 'prj_1', '{}')`,
  ],
])('makes none for %s where the file is missing and the database has %s', async (owner, _, insert) => {
  await makeEventKeys(owned.database, settings);
  await owned.as(owner.replaceAll('-', '_') as DatabaseApp, insert);
  await makeEventKeys(owned.database, settings);
  await rm(fileOf(owner));
  await expect(makeEventKeys(owned.database, settings)).rejects.toThrow(StartError);
});

it('leaves a file that a setting names to the operator', async () => {
  const named = loadSettings({
    ENVIRONMENT: 'development',
    DATA_DIR: directory,
    EVENT_KEYS_CREDENTIAL_AUTHORITY_FILE: join(directory, 'missing'),
  });
  await makeEventKeys(owned.database, named);
  expect(await readdir(folder())).toEqual(['event-keys-webhook-dispatcher']);
  expect(await readdir(directory)).toEqual(['development']);
});
