import { roleNamesOf } from '@service/platform/boundaries';
import type { EnvironmentDatabase } from '@service/platform/databases';
import { StartError } from '@service/platform/errors';
import { waitFor } from '@service/platform/waiting';
import type { ClientBase } from 'pg';

/** Milliseconds in which the sessions of a process that was killed end. */
const PATIENCE = 10_000;

/**
 * Checks that no app of the environment runs, on whatever machine: each has sessions under its role as long as it runs.
 * @throws StartError where one does.
 */
export async function requireStopped(
  client: Pick<ClientBase, 'query'>,
  { appUrls }: EnvironmentDatabase,
): Promise<void> {
  let sessions = 0;
  const stopped = await waitFor(async () => {
    const { rows } = await client.query<{ sessions: number }>(
      `SELECT count(*)::integer AS sessions FROM pg_stat_activity
       WHERE datname = current_database() AND usename = ANY ($1::text[])`,
      [Object.values(roleNamesOf(appUrls))],
    );
    sessions = rows[0]?.sessions ?? 0;
    return sessions === 0 ? true : undefined;
  }, PATIENCE);
  if (stopped === true) return;
  throw new StartError(
    `The apps of this environment have ${sessions} sessions in its database: stop all of them first, on every machine.`,
  );
}
