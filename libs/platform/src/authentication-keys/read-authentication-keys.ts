import type { OwnerApp } from '../postgres/database-apps.js';
import { readKeys } from '../secret-lines/read-secret-lines.js';
import { commandKeysOf, eventKeysOf } from '../secret-lines/secret-lines-file.js';
import type { MakingSettings } from '../settings/make-missing.js';
import type { Settings } from '../settings/load-settings.js';
import { AuthenticationKey } from './authentication-key.js';
import { AuthenticationKeys } from './authentication-keys.js';

export type AuthenticationKeySettings = Pick<
  Settings,
  'commandKeysFiles' | 'eventKeysFiles' | 'dataDirectory' | 'environment'
> &
  MakingSettings;

/**
 * Reads the keys that authenticate commands and replies between the gateway and an owner. Without a setting they are in
 * the data directory, where the first start creates one.
 * @throws StartError where the file cannot be read, or has an invalid line.
 */
export function readCommandKeys(
  settings: AuthenticationKeySettings,
  owner: OwnerApp,
): Promise<AuthenticationKeys> {
  return read(commandKeysOf(owner), settings, () => Promise.resolve(false));
}

/**
 * Reads the keys that authenticate what an owner wrote into its event table and its topics.
 * @param hasEvents whether the owner's table has events under such a key; called before one is created.
 * @throws StartError where the file cannot be read, has an invalid line, or is missing though there are events.
 */
export function readEventKeys(
  settings: AuthenticationKeySettings,
  owner: OwnerApp,
  hasEvents: () => Promise<boolean>,
): Promise<AuthenticationKeys> {
  return read(eventKeysOf(owner), settings, hasEvents);
}

async function read(
  kind: ReturnType<typeof commandKeysOf>,
  settings: AuthenticationKeySettings,
  hasDependents: () => Promise<boolean>,
): Promise<AuthenticationKeys> {
  const { keys, readAgain } = await readKeys(kind, settings, hasDependents, AuthenticationKey);
  return new AuthenticationKeys(keys, readAgain);
}
