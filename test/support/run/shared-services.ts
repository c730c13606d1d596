import type { Environment } from '@service/contracts';
import { drivers } from '../driver.ts';
import { TestService } from '../service.ts';
import { takeDatabaseServer } from './database-servers.ts';

/** Where a shared service is. */
export interface Place {
  baseUrl: string;
  /** What it has printed, which names its other addresses. */
  output: string;
  dataDirectory: string;
  databaseUrls: Record<Environment, string>;
}

/** The loopback address is a trusted proxy: tests can choose the address that they call from. */
const SETTINGS = { TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8' };

const services = new Map<string, Promise<TestService>>();

/** The service on a driver that the files of a worker share, one after the other. Started when it is first asked for. */
export async function takeSharedService(worker: string, driver: string): Promise<object> {
  const key = `${worker} ${driver}`;
  const starting = services.get(key) ?? start(worker, driver);
  services.set(key, starting);
  try {
    const { baseUrl, output, dataDirectory, databaseUrls, process, errors } = await starting;
    if (process.exitCode === null && process.signalCode === null) {
      return { baseUrl, output, dataDirectory, databaseUrls };
    }
    throw new Error(`The shared service has ended: ${errors}`);
  } catch (error) {
    // The next file that asks starts another.
    await end(key);
    throw error;
  }
}

/** Stops it, because a service at rest takes a tenth of a core. */
export async function endSharedService(worker: string, driver: string): Promise<object> {
  await end(`${worker} ${driver}`);
  return {};
}

export async function endSharedServices(): Promise<void> {
  await Promise.all([...services.keys()].map(end));
}

async function end(key: string): Promise<void> {
  const starting = services.get(key);
  services.delete(key);
  await (await starting?.catch(() => undefined))?.dispose();
}

/** A service that fails to start is removed completely. */
async function start(worker: string, driver: string): Promise<TestService> {
  const databaseServer = async () => (await takeDatabaseServer(worker)).url;
  const service = new TestService({ databaseServer, env: SETTINGS }, drivers[driver]);
  try {
    await service.begin();
    return service;
  } catch (error) {
    await service.dispose();
    throw error;
  }
}
