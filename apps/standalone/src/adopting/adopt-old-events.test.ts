import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { openPublishedLog, isForged, BEGINNING } from '@service/event-store';
import { readEventAuthentications } from '@service/messaging';
import { StartError } from '@service/platform/errors';
import { createLogger } from '@service/platform/logging';
import { loadSettings, type Settings } from '@service/platform/settings';
import { migrate } from '../migrations.js';
import { startOwnedDatabase, type OwnedDatabase } from '../testing/owned-database.js';
import { adoptOldEvents } from './adopt-old-events.js';

const logger = createLogger('silent');
const INSERT = `INSERT INTO credential_authority.events (stream_id, version, event_id, type, schema_version, data)
  VALUES ($1, 1, $1, 'service.project.created', 1, '{"type": "service.project.created"}')`;

let owned: OwnedDatabase;
let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'adopting-'));
  owned = await startOwnedDatabase();
  await migrate(owned.database);
});
afterEach(async () => {
  await owned.stop();
  await rm(directory, { recursive: true });
});

/** Writes an event without a code, as release 0.1.0 did and as a forger does. */
const write = (id: string) => owned.as('owner', INSERT, [id]);

async function keyFile(name: string): Promise<string> {
  const path = join(directory, name);
  await writeFile(path, randomBytes(32).toString('base64'));
  return path;
}

/** Settings that name a file for every key and the pepper. */
async function withKeyFiles(): Promise<Settings> {
  return loadSettings({
    DATA_DIR: directory,
    PEPPER_FILE_DEVELOPMENT: await keyFile('pepper'),
    EVENT_KEYS_FILE_DEVELOPMENT_CREDENTIAL_AUTHORITY: await keyFile('credential-authority'),
    EVENT_KEYS_FILE_DEVELOPMENT_WEBHOOK_DISPATCHER: await keyFile('webhook-dispatcher'),
  });
}

/** The ids of the events that readers take for their owner's. */
async function authentic(settings: Settings): Promise<string[]> {
  const { credential_authority } = await readEventAuthentications({
    settings,
    environment: 'development',
    logger,
  });
  const log = openPublishedLog(owned.superuser.pool, 'credential_authority', credential_authority);
  const { events } = await log.readAll(BEGINNING, 10);
  return events.filter((event) => !isForged(event)).map(({ stream_id }) => stream_id);
}

describe('events of release 0.1.0', () => {
  it('are adopted once where the data directory holds the keys, whatever the database says later', async () => {
    const settings = loadSettings({ DATA_DIR: directory });
    await writeFile(join(directory, 'pepper'), 'pepper');
    const withPepper = { ...settings, pepperFiles: { development: join(directory, 'pepper') } };
    await write('prj_old');
    expect(await adoptOldEvents(owned.database, withPepper)).toBe(1);
    await write('prj_forged');
    expect(await adoptOldEvents(owned.database, withPepper)).toBe(0);
    expect(await authentic(withPepper)).toEqual(['prj_old']);
    // Not even where somebody makes the database look as it did before.
    await owned.superuser.pool.query(
      "SET session_replication_role = 'replica'; UPDATE credential_authority.events SET mac = NULL; RESET session_replication_role",
    );
    await expect(adoptOldEvents(owned.database, withPepper)).rejects.toThrow(StartError);
    expect(await authentic(withPepper)).toEqual([]);
    const change = "UPDATE credential_authority.events SET type = 'x'";
    await expect(owned.as('owner', change)).rejects.toThrow('append-only');
  });

  it('are adopted at the operator’s word where the keys are in files of their own', async () => {
    const settings = await withKeyFiles();
    expect(await adoptOldEvents(owned.database, settings)).toBe(0);
    await write('prj_old');
    await expect(adoptOldEvents(owned.database, settings)).rejects.toThrow('--adopt-old-events');
    expect(await authentic(settings)).toEqual([]);
    expect(await adoptOldEvents(owned.database, settings, true)).toBe(1);
    await write('prj_forged');
    expect(await adoptOldEvents(owned.database, settings)).toBe(0);
    // Not even where the word is given again, as a script does.
    expect(await adoptOldEvents(owned.database, settings, true)).toBe(0);
    expect(await authentic(settings)).toEqual(['prj_old']);
  });

  it('keep the service from starting until every log is adopted, where the adoption was broken off', async () => {
    const settings = await withKeyFiles();
    await write('prj_old');
    expect(await adoptOldEvents(owned.database, settings, true)).toBe(1);
    await owned.as('owner', INSERT.replace('credential_authority', 'webhook_dispatcher'), ['sub_old']);
    await expect(adoptOldEvents(owned.database, settings)).rejects.toThrow(StartError);
    expect(await adoptOldEvents(owned.database, settings, true)).toBe(1);
    expect(await adoptOldEvents(owned.database, settings)).toBe(0);
  });
});
