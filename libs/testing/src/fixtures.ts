import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from '@jest/globals';
import { startEmbeddedDatabase, type EmbeddedDatabase } from './embedded-database.js';

/** Starts a database for the tests of a file, which hooks and tests may use; `start` also fills it. */
export function databaseOfFile(
  start: () => Promise<EmbeddedDatabase> = startEmbeddedDatabase,
): EmbeddedDatabase {
  const database = {} as EmbeddedDatabase;
  beforeAll(async () => {
    Object.assign(database, await start());
  });
  afterAll(() => database.stop());
  return database;
}

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

/**
 * Makes a folder, mode 0700, for a file or for one of its tests. It is removed after the last test of the file,
 * before the file’s own `afterAll`; a file whose servers run until then makes its folder itself.
 */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'test-'));
  folders.push(folder);
  return folder;
}
