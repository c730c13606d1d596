import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  StartError,
  createDirectory,
  lockDataDirectory,
  openDatabases,
  readOrCreateSecret,
  type Logger,
  type Settings,
} from '@service/platform';
import type { Environment } from '@service/contracts';
import { FrontDoor } from '@service/verify-api';
import { bootstrap, bootstrapPath } from './bootstrap.js';
import { startEnvironment } from './environment.js';
import { migrate } from './migrations.js';

/** Milliseconds for a request to arrive whole, and for the requests under way when the service stops. */
const REQUEST_TIMEOUT = 10_000;
const DRAIN_TIMEOUT = 5_000;

/** The service, listening. */
export interface RunningService {
  port: number;
  bootstrapFile: string;
  /** Drains and stops everything, PostgreSQL last. */
  stop(): Promise<void>;
}

/**
 * Starts every environment in this process.
 * @throws StartError with a sentence for whoever started it.
 */
export async function startService(settings: Settings, logger: Logger): Promise<RunningService> {
  const stops: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    for (const step of stops.splice(0).reverse()) await step();
  };
  try {
    const lock = await lockDataDirectory(settings.dataDirectory);
    stops.push(async () => lock.release());
    const databases = await openDatabases(settings, logger);
    stops.push(() => databases.stop());
    const running = await Promise.all(
      settings.environments.map(async (environment) => {
        const databaseUrl = databases.urls[environment];
        await migrate(databaseUrl);
        const pepper = await readPepper(settings, environment);
        const started = await startEnvironment({
          environment,
          databaseUrl,
          pepper,
          logger,
          logOrigin: settings.logOrigin,
        });
        stops.push(() => started.stop());
        return started;
      }),
    );
    await bootstrap(settings.dataDirectory, running);
    const handlers = new Map(running.map(({ environment, gateway }) => [environment, gateway.handle]));
    const door = new FrontDoor(handlers, {
      host: '127.0.0.1',
      port: settings.port,
      requestTimeout: REQUEST_TIMEOUT,
      drainTimeout: DRAIN_TIMEOUT,
    });
    const port = await listen(door, settings.port);
    stops.push(() => door.close());
    return { port, bootstrapFile: bootstrapPath(settings.dataDirectory), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function listen(door: FrontDoor, port: number): Promise<number> {
  try {
    return await door.listen();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    throw new StartError(`Port ${port} is taken; stop what listens there or set PORT.`, { cause: error });
  }
}

async function readPepper(settings: Settings, environment: Environment): Promise<string> {
  const file = settings.pepperFiles[environment];
  const directory = join(settings.dataDirectory, environment);
  await createDirectory(directory);
  const secret =
    file === undefined
      ? await readOrCreateSecret(join(directory, 'pepper'), () => randomBytes(32).toString('base64url'))
      : await readFile(file).catch((error: unknown) => {
          throw new StartError(`PEPPER_FILE_${environment.toUpperCase()} (${file}) cannot be read.`, {
            cause: error,
          });
        });
  return secret.toString('utf8').trim();
}
