import { askTestRun } from '@service/testing';
import { driver } from '../driver.js';
import type { Place, SharedKind } from './shared-services.js';

/** Where the service is that the files of this worker share. */
export function takeSharedService(kind: SharedKind = driver.name): Promise<Place> {
  return askTestRun(`shared-service/${kind}`);
}

/** Stops the shared service before a file starts its own; the next file that asks starts it again. */
export async function makeRoom(): Promise<void> {
  await askTestRun('make-room');
}

/** Address of this worker's PostgreSQL server. */
export async function databaseServer(): Promise<string> {
  return (await askTestRun<{ url: string }>('database-server')).url;
}
