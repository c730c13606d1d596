import { StartError } from '@service/platform/errors';
import { waitFor } from '@service/platform/waiting';
import type { ClientBase } from 'pg';

/** Milliseconds in which the sessions of a process that was killed end. */
const PATIENCE = 10_000;

/** Roles by which the operators of managed servers look at every database. */
const OF_SERVERS = [
  'alloydbadmin',
  'azure_superuser',
  'azuresu',
  'cloudsqladmin',
  'cloudsqlagent',
  'rdsadmin',
];

const SESSIONS = `SELECT usename AS role, coalesce(application_name, '') AS application, count(*)::integer AS sessions
  FROM pg_stat_activity
  WHERE datname = current_database() AND pid <> pg_backend_pid() AND usename IS NOT NULL
    AND coalesce(backend_type, 'client backend') = 'client backend' AND usename <> ALL ($1::text[])
  GROUP BY 1, 2 ORDER BY 3 DESC, 1, 2`;

/**
 * Checks that nobody uses the database of the environment, on whatever machine and under whatever role: each app has sessions as
 * long as it runs.
 * @throws StartError where somebody does.
 */
export async function requireStopped(client: Pick<ClientBase, 'query'>): Promise<void> {
  let found: { role: string; application: string; sessions: number }[] = [];
  const stopped = await waitFor(async () => {
    ({ rows: found } = await client.query<(typeof found)[0]>(SESSIONS, [OF_SERVERS]));
    return found.length === 0 ? true : undefined;
  }, PATIENCE);
  if (stopped === true) return;
  const named = found.map(
    ({ role, application, sessions }) =>
      `${sessions} of the role ${role}${application === '' ? '' : ` (${application})`}`,
  );
  throw new StartError(
    `The database of this environment has other sessions: ${named.join(', ')}. Stop all apps, on every machine, and whatever else uses it, also a pooler, which keeps sessions open.`,
  );
}

/**
 * Lets one export or import at a time work in a database, as long as the session of the client lasts.
 * @throws StartError where another one does.
 */
export async function beAlone(client: Pick<ClientBase, 'query'>): Promise<void> {
  const alone = await waitFor(async () => {
    const { rows } = await client.query<{ alone: boolean }>(
      "SELECT pg_try_advisory_lock(hashtextextended('moving', 0::bigint)) AS alone",
    );
    return rows[0]?.alone === true ? true : undefined;
  }, PATIENCE);
  if (alone !== true) throw new StartError('Another export or import works in this database.');
}
