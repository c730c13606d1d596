import type { ClientBase, QueryResult } from 'pg';
import { StartError } from '../start-error.js';
import { withoutNames } from './without-names.js';

/**
 * Settings of a session that decide how values are written and read, and what a statement without a schema or a
 * transaction without a level means. A server, a database or a role may have other defaults. An empty search path makes
 * functions and tables without a schema PostgreSQL's own: an app could have filled any schema in it.
 */
export const SESSION_SETTINGS: Readonly<Record<string, string>> = {
  search_path: '',
  client_encoding: 'UTF8',
  DateStyle: 'ISO, MDY',
  IntervalStyle: 'postgres',
  TimeZone: 'UTC',
  bytea_output: 'hex',
  extra_float_digits: '1',
  array_nulls: 'on',
  standard_conforming_strings: 'on',
  quote_all_identifiers: 'off',
  default_transaction_isolation: 'read committed',
};

// One simple query, hence one round trip. `SET` is no function, which another schema of the search path could replace.
const PIN_SESSION = [
  ...Object.entries(SESSION_SETTINGS).map(([name, value]) => `SET ${name} = '${value}'`),
  // What is answered must be durable. The other values are choices between standbys.
  "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'",
  "SELECT current_setting('server_encoding') AS encoding, pg_backend_pid() AS pid, current_setting('server_version') AS version",
].join('; ');

/** The oldest supported major version: older servers print views differently, which the scrub would report as forged. */
const OLDEST = 16;

/**
 * Sets a new session's settings. Roles have the same settings as defaults, but anybody who may alter a role or the
 * database could change the defaults. Behind a pooler only the defaults hold, and statements have no names.
 * @throws StartError where the server is too old, or the database cannot store every text.
 */
export async function pinSession(client: ClientBase): Promise<void> {
  const results = (await client.query(PIN_SESSION)) as unknown as QueryResult<Session>[];
  const session = results.at(-1)?.rows[0];
  if (Number.parseInt(session?.version ?? '', 10) < OLDEST) {
    throw new StartError(
      `The server is PostgreSQL ${session?.version}, and the service needs ${OLDEST} or newer.`,
    );
  }
  if (session?.encoding !== 'UTF8') {
    throw new StartError(
      `The database's server_encoding is ${session?.encoding}, and the service needs UTF8: create the database with ENCODING 'UTF8'.`,
    );
  }
  // A pooler gives a process id of its own, because it does not know yet which session it will use.
  const { processID } = client as ClientBase & { processID: number };
  if (session.pid !== processID) withoutNames(client);
}

interface Session {
  encoding: string;
  pid: number;
  /** Such as `18.1 (Debian 18.1-1)`. */
  version: string;
}
