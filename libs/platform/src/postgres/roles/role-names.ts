import { StartError } from '../../start-error.js';
import type { DatabaseLogin } from './role-passwords.js';

/** Bytes of an identifier; PostgreSQL cuts off what is longer. */
const LONGEST_NAME = 63;

/**
 * Name of a role that the service makes. Roles belong to the whole server, so that the name carries the database's.
 * @throws StartError where the database's name leaves no room for it.
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

/** The database that a URL names. */
export function databaseOf(url: string): string {
  return decodeURIComponent(new URL(url).pathname.slice(1));
}

/** The role that a URL logs in with. */
export function roleOf(url: string): string {
  return decodeURIComponent(new URL(url).username);
}

/** The same database with another role. */
export function asRole(url: string, role: string, password: string): string {
  return Object.assign(new URL(url), {
    username: encodeURIComponent(role),
    password: encodeURIComponent(password),
  }).href;
}
