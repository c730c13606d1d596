import { DATA_LOGS } from '@service/messaging';
import { readEventKeys } from '@service/platform/authentication-keys';
import type { EnvironmentDatabase } from '@service/platform/databases';
import { withClient } from '@service/platform/postgres';
import type { Settings } from '@service/platform/settings';

/**
 * Makes the event keys that are missing, before the apps read them: they do not know yet whether a log has events.
 * @throws StartError where a log has events whose keys are missing.
 */
export async function makeEventKeys({ ownerUrl }: EnvironmentDatabase, settings: Settings): Promise<void> {
  await withClient(ownerUrl, async (client) => {
    for (const log of DATA_LOGS) {
      await readEventKeys(settings, log, async () => {
        const { rowCount } = await client.query(`SELECT FROM ${log}.events LIMIT 1`);
        return rowCount === 1;
      });
    }
  });
}
