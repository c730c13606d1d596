import { askTestRun } from '@service/testing';
import { driver } from '../driver.js';
import type { Place } from './shared-services.js';

/** Where the service is that the files of this worker share. */
export function takeSharedService(): Promise<Place> {
  return askTestRun(`shared-service/${driver.name}`);
}

/** Stops it until a file asks for it again: this one starts a service of its own. */
export async function makeRoom(): Promise<void> {
  await askTestRun(`make-room/${driver.name}`);
}

/** Address of this worker's PostgreSQL server. */
export async function databaseServer(): Promise<string> {
  return (await askTestRun<{ url: string }>('database-server')).url;
}
