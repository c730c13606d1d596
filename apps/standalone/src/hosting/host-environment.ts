import { join } from 'node:path';
import { createDirectory, tryExclusiveLock, type FileLock } from '@service/platform/data-directory';
import { StartError } from '@service/platform/errors';
import type { EnvironmentDatabase } from '@service/platform/databases';
import type { Logger } from '@service/platform/logging';
import type { Metrics } from '@service/platform/metrics';
import { readSealingKeys } from '@service/platform/sealing-keys';
import type { Settings } from '@service/platform/settings';
import { readSigningKeys } from '@service/platform/signing-keys';
import { waitFor } from '@service/platform/waiting';
import { bootstrap, hasCredentials, readPeppers } from '@service/verify-api';
import { startEnvironment, type RunningEnvironment } from '../environment.js';
import { makeEventKeys } from '../make-event-keys.js';
import { migrate } from '../migrations.js';
import { renderUncodedEvents } from '../render-uncoded-events.js';

/** Milliseconds for a process to end whose service was killed. */
const ORPHAN_PATIENCE = 20_000;

/** What an environment is hosted with, in whatever process. */
export interface HostOptions {
  database: EnvironmentDatabase;
  databaseUrls: readonly string[];
  settings: Settings;
  logger: Logger;
  metrics: Metrics;
}

/**
 * Brings an environment's database to this release and starts the environment in this process.
 * @throws StartError with a sentence for the operator.
 */
export async function hostEnvironment(options: HostOptions): Promise<RunningEnvironment> {
  const { database, settings } = options;
  const { environment } = database;
  const lock = await lockEnvironment(join(settings.dataDirectory, environment));
  try {
    await migrate(database);
    if (!settings.restoredCopy) {
      await makeEventKeys(database, settings);
      await renderUncodedEvents(database, settings, options.logger);
    }
    const gatewayUrl = database.urlOf('verify_api');
    const peppers = await readPeppers(settings, environment, () => hasCredentials(gatewayUrl));
    const sealingKeys = await readSealingKeys(settings, environment, gatewayUrl);
    const keys = await readSigningKeys(settings, environment);
    const { logOrigin } = settings;
    const parts = { ...options, environment, peppers, sealingKeys, keys, logOrigin };
    const started = await startEnvironment(parts);
    const stop = () => started.stop().finally(() => lock.release());
    try {
      if (!settings.restoredCopy) await bootstrap(settings.dataDirectory, [started]);
    } catch (error) {
      await started.stop();
      throw error;
    }
    return { ...started, stop };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** No two processes may run an environment of one data directory. That of a killed service ends by itself. */
async function lockEnvironment(directory: string): Promise<FileLock> {
  await createDirectory(directory);
  const lock = await waitFor(() => tryExclusiveLock(join(directory, 'service.lock')), ORPHAN_PATIENCE);
  if (lock !== undefined) return lock;
  throw new StartError(`Another process still runs on ${directory}; stop it.`);
}
