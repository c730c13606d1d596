import type { Environment } from '@service/contracts';
import { hasEnded } from '@service/platform/processes';
import { drivers } from '../driver.ts';
import { ALONE, TestService } from '../service.ts';
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
const BEHIND_A_PROXY = { ...ALONE, TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8' };

/** The kinds of shared services. `console` is one as people start it, which their browsers reach directly. */
const kinds = {
  standalone: {
    driver: drivers.standalone,
    env: { ...BEHIND_A_PROXY, CONSOLE_ORIGIN: 'https://console.example' },
  },
  kafka: { driver: drivers.kafka, env: BEHIND_A_PROXY },
  console: { driver: drivers.standalone, env: ALONE },
};

export type SharedKind = keyof typeof kinds;

const services = new Map<string, Promise<TestService>>();

/** The service of a kind that the files of a worker share, one after the other. Started when it is first asked for, after
 *  one of another kind has ended. */
export async function takeSharedService(worker: string, kind: string): Promise<object> {
  const key = `${worker} ${kind}`;
  if (!services.has(key)) await endSharedService(worker);
  const starting = services.get(key) ?? start(worker, kind as SharedKind);
  services.set(key, starting);
  try {
    const { baseUrl, output, dataDirectory, databaseUrls, process, errors } = await starting;
    if (!hasEnded(process)) {
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
export async function endSharedService(worker: string): Promise<object> {
  const own = [...services.keys()].filter((key) => key.startsWith(`${worker} `));
  await Promise.all(own.map(end));
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
async function start(worker: string, kind: SharedKind): Promise<TestService> {
  const { driver, env } = kinds[kind];
  const databaseServer = async () => (await takeDatabaseServer(worker)).url;
  const service = new TestService({ databaseServer, env }, driver);
  try {
    await service.begin();
    return service;
  } catch (error) {
    await service.dispose();
    throw error;
  }
}
