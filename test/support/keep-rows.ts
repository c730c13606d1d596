import { randomBytes } from 'node:crypto';
import type { TestService } from './service.js';

/** Keeps rows of a table as they are; answers how to put them back, whatever was done to them since. */
export async function keepRows(
  service: Pick<TestService, 'sql'>,
  table: string,
  where: string,
): Promise<() => Promise<void>> {
  const kept = `kept_${randomBytes(6).toString('hex')}`;
  await service.sql(`CREATE TABLE ${kept} AS SELECT * FROM ${table} WHERE ${where}`);
  return async () => {
    // With triggers off, because what is appended to is not to be changed.
    await service.sql(`SET session_replication_role = replica;
      DELETE FROM ${table} WHERE ${where};
      INSERT INTO ${table} OVERRIDING SYSTEM VALUE SELECT * FROM ${kept};
      DROP TABLE ${kept}`);
  };
}
