import { StartError } from '../../start-error.js';
import type { DatabaseLogin } from './role-passwords.js';

/** Most bytes of an identifier; PostgreSQL truncates longer ones. */
const LONGEST_NAME = 63;

/**
 * Name of a role that the service creates. Roles belong to the whole server, so the name contains the
 * database's name.
 * @throws StartError where the database's name is too long for it.
 */
export function roleName(database: string, login: DatabaseLogin): string {
  const name = `${database}_${login}`;
  if (Buffer.byteLength(name) > LONGEST_NAME) {
    throw new StartError(
      `The database's name ${database} is too long: the role ${name} would have more than ${LONGEST_NAME} bytes.`,
    );
  }
  return name;
}

/** The database of a URL. */
export function databaseOf(url: string): string {
  return decodeURIComponent(new URL(url).pathname.slice(1));
}

/** The role of a URL. */
export function roleOf(url: string): string {
  return decodeURIComponent(new URL(url).username);
}

/** The URL with another role. */
export function asRole(url: string, role: string, password: string): string {
  return Object.assign(new URL(url), {
    username: encodeURIComponent(role),
    password: encodeURIComponent(password),
  }).href;
}
