import { randomBytes } from 'node:crypto';
import { afterEach } from '@jest/globals';
import type { TestService } from './service.js';

type Restore = () => Promise<void>;

/** Restores that a failed test did not reach. */
const leftovers = new Set<Restore>();
afterEach(async () => {
  for (const restore of [...leftovers].toReversed()) await restore();
});

/** Saves rows of a table. @returns a function that restores them; the end of the test restores them at the latest. */
export async function keepRows(
  service: Pick<TestService, 'sql'>,
  table: string,
  where: string,
): Promise<Restore> {
  const kept = `kept_${randomBytes(6).toString('hex')}`;
  await service.sql(`CREATE TABLE ${kept} AS SELECT * FROM ${table} WHERE ${where}`);
  const restore = async (): Promise<void> => {
    leftovers.delete(restore);
    // With triggers off, because append-only tables refuse changes.
    await service.sql(`SET session_replication_role = replica;
      DELETE FROM ${table} WHERE ${where};
      INSERT INTO ${table} OVERRIDING SYSTEM VALUE SELECT * FROM ${kept};
      DROP TABLE ${kept}`);
  };
  leftovers.add(restore);
  return restore;
}
