import { DATA_LOGS } from '@service/messaging';
import { readEventKeys } from '@service/platform/authentication-keys';
import type { EnvironmentDatabase } from '@service/platform/databases';
import { withClient } from '@service/platform/postgres';
import { eventKeysOf, secretLinesFileOf } from '@service/platform/secret-lines';
import type { Settings } from '@service/platform/settings';

/** For each log with data, the tables whose rows have codes under the event keys of its owner. */
const CODED_TABLES = {
  credential_authority: ['credential_authority.events'],
  webhook_dispatcher: ['webhook_dispatcher.events', 'webhook_dispatcher.published_events'],
} as const satisfies Record<(typeof DATA_LOGS)[number], readonly string[]>;

/**
 * Makes the event keys that the data directory lacks, before the first process reads them. A file that a setting names is
 * the operator's, and is neither made nor read.
 * @throws StartError where a file is missing though the database has rows under its keys, or MAKE_MISSING is off.
 */
export async function makeEventKeys(
  { ownerUrl }: Pick<EnvironmentDatabase, 'ownerUrl'>,
  settings: Settings,
): Promise<void> {
  for (const log of DATA_LOGS) {
    const { setting } = secretLinesFileOf(eventKeysOf(log), settings);
    if (setting !== null) continue;
    await readEventKeys(settings, log, () => hasRows(ownerUrl, CODED_TABLES[log]));
  }
}

function hasRows(url: string, tables: readonly string[]): Promise<boolean> {
  const queries = tables.map((table) => `(SELECT 1 FROM ${table} LIMIT 1)`);
  return withClient(url, async (client) => {
    const { rowCount } = await client.query(queries.join(' UNION ALL '));
    return rowCount !== 0;
  });
}
