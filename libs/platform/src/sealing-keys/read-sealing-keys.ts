import { withClient } from '../postgres/client.js';
import { readKeys } from '../secret-lines/read-secret-lines.js';
import { SEALING_KEYS } from '../secret-lines/secret-lines-file.js';
import type { CopySettings } from '../settings/restored-copy.js';
import type { MakingSettings } from '../settings/make-missing.js';
import type { Settings } from '../settings/load-settings.js';
import { SealingKey } from './sealing-key.js';
import { SealingKeys } from './sealing-keys.js';

export type SealingKeySettings = Pick<Settings, 'sealingKeysFile' | 'dataDirectory' | 'environment'> &
  MakingSettings &
  CopySettings;

/**
 * Reads an environment's sealing keys: from the file that the settings name, else from the data directory, where the
 * first start creates a key. A restored copy has none, whatever the files hold.
 * @param databaseUrl of the environment: a key is created only where no subscription was ever created.
 * @throws StartError where the file cannot be read, has an invalid line, or is missing though there are subscriptions.
 */
export async function readSealingKeys(
  settings: SealingKeySettings,
  databaseUrl: string,
): Promise<SealingKeys> {
  if (settings.restoredCopy === true) return new SealingKeys([], 'RESTORED_COPY', () => []);
  const hasSubscriptions = () => everSubscribed(databaseUrl);
  const { keys, file, readAgain } = await readKeys(SEALING_KEYS, settings, hasSubscriptions, SealingKey);
  return new SealingKeys(keys, file.displayName, readAgain);
}

/** Whether a subscription was ever created in a database, on which perhaps no migration has run. */
function everSubscribed(databaseUrl: string): Promise<boolean> {
  return withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ log: string | null }>(
      `SELECT to_regclass('webhook_dispatcher_published.events') AS log`,
    );
    if (rows[0]?.log == null) return false;
    const created = await client.query(
      `SELECT FROM webhook_dispatcher_published.events WHERE type = 'service.subscription.created' LIMIT 1`,
    );
    return created.rows.length > 0;
  });
}
