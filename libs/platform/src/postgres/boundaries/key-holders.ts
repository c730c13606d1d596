import { DATABASE_APPS, type DatabaseApp } from '../database-apps.js';
import { READ_WRITE, type TablePrivilege } from './app-boundary.js';

/** Privileges of an app on its table of the processes' key ids. */
export const KEY_HOLDER_TABLES: Readonly<Record<'key_holders', readonly TablePrivilege[]>> = {
  key_holders: READ_WRITE,
};

/** Every other app compares its keys with those in the table. */
export function publishedKeyHolders(owner: DatabaseApp): Record<'key_holders', readonly DatabaseApp[]> {
  return { key_holders: DATABASE_APPS.filter((app) => app !== owner) };
}
