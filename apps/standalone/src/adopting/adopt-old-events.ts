import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { EventAuthentication } from '@service/event-store';
import { DATA_LOGS } from '@service/messaging';
import { readEventKeys } from '@service/platform/authentication-keys';
import { createDirectory, writeSecretFile } from '@service/platform/data-directory';
import type { EnvironmentDatabase } from '@service/platform/databases';
import { StartError } from '@service/platform/errors';
import { beginAlone, withClient } from '@service/platform/postgres';
import { eventKeysOf, secretLinesFileOf } from '@service/platform/secret-lines';
import type { Settings } from '@service/platform/settings';
import { readPeppers } from '@service/verify-api';
import type { Client } from 'pg';
import { addEventCodes } from './add-event-codes.js';
import { vouchForSecrets } from './vouch-for-secrets.js';

type DataLog = (typeof DATA_LOGS)[number];

/**
 * Gives the events and secrets of release 0.1.0, once, the codes that this release requires. Nothing in the database
 * decides whether that was done, because who can write there would have forged events adopted: a file of the data
 * directory does where the event keys lie there too, else the operator's word.
 * @param vouched the operator's word that every event in the database is genuine.
 * @returns how many events were adopted.
 * @throws StartError where there are only events without codes, and nothing says that they are genuine.
 */
export async function adoptOldEvents(
  database: EnvironmentDatabase,
  settings: Settings,
  vouched = false,
): Promise<number> {
  const { environment, ownerUrl } = database;
  const marker = join(settings.dataDirectory, environment, 'old-events-adopted');
  const keptHere = DATA_LOGS.every(
    (log) => secretLinesFileOf(eventKeysOf(log), settings, environment).setting === null,
  );
  return withClient(ownerUrl, async (client) => {
    if (!vouched && !(keptHere && (await isMissing(marker)))) {
      await requireCodes(client, environment);
      return 0;
    }
    let adopted = 0;
    for (const log of DATA_LOGS) {
      const keys = await readEventKeys(settings, environment, log, () => hasCoded(client, log));
      const authentication = new EventAuthentication(keys, () => undefined);
      await beginAlone(client, `adopting:${log}`);
      // A log is adopted as a whole: an event that came later without a code is forged, even if the operator vouches.
      if (!(await isUnadopted(client, log))) {
        await client.query('ROLLBACK');
        continue;
      }
      if (log === 'credential_authority') {
        const peppers = await readPeppers(settings, environment, () => Promise.resolve(true));
        await vouchForSecrets(client, peppers);
      }
      adopted += await addEventCodes(client, log, authentication);
      await client.query('COMMIT');
    }
    // Last: what a crash interrupts is done again.
    if (keptHere) {
      await createDirectory(join(settings.dataDirectory, environment));
      await writeSecretFile(
        marker,
        'Events of release 0.1.0 were adopted; without this file all would be again.\n',
      );
    }
    return adopted;
  });
}

async function requireCodes(client: Client, environment: string): Promise<void> {
  for (const log of DATA_LOGS) {
    if (!(await isUnadopted(client, log))) continue;
    throw new StartError(
      `The events of ${environment} are of release 0.1.0 and carry no codes yet. If nobody else has written to the database, run npm run migrate -- --adopt-old-events once.`,
    );
  }
}

function hasCoded(client: Client, log: DataLog): Promise<boolean> {
  return exists(client, log, 'mac IS NOT NULL');
}

/** Every start asks this, so it ends at a log's first event with a code and reads a whole table only without one. */
async function isUnadopted(client: Client, log: DataLog): Promise<boolean> {
  return !(await hasCoded(client, log)) && exists(client, log, 'mac IS NULL');
}

async function exists(client: Client, log: DataLog, condition: string): Promise<boolean> {
  const { rowCount } = await client.query(
    `SELECT FROM ${log}.events WHERE data IS NOT NULL AND ${condition} LIMIT 1`,
  );
  return rowCount === 1;
}

function isMissing(path: string): Promise<boolean> {
  return access(path).then(
    () => false,
    () => true,
  );
}
