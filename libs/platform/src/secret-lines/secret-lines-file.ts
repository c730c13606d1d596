import { hash, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { readIfPresent } from '../data-directory/secret-file.js';
import type { OwnerApp } from '../postgres/database-apps.js';
import type { Settings } from '../settings/load-settings.js';
import { variableOf } from '../settings/variable-of.js';
import { settingTable } from '../settings/setting-table.js';

/** A kind of secrets that are stored in a file, one a line, the newest first. */
export interface SecretLinesKind {
  /** Name of such a secret in messages. */
  name: string;
  /** The objects that depend on such secrets. */
  dependents: string;
  setting: 'pepperFile' | 'sealingKeysFile' | 'commandKeysFiles' | 'eventKeysFiles';
  /** The app whose messages the secrets authenticate, where each owner has a file of its own. */
  app?: OwnerApp;
  /** Name of the service's own file, in the environment's directory. */
  file: string;
  /** The page of the documentation about a file that a setting names. */
  page: string;
}

/** Keys of the hashes of token secrets. */
export const PEPPERS: SecretLinesKind = {
  name: 'pepper',
  dependents: 'credentials',
  setting: 'pepperFile',
  file: 'pepper',
  page: 'docs/credentials.md',
};

/** Keys for the encryption of subscriptions' secrets. */
export const SEALING_KEYS: SecretLinesKind = {
  name: 'sealing key',
  dependents: 'subscriptions',
  setting: 'sealingKeysFile',
  file: 'sealing-keys',
  page: 'docs/sealing-keys.md',
};

/** Keys of the commands and replies between the gateway and an owner. */
export function commandKeysOf(app: OwnerApp): SecretLinesKind {
  return authenticationKeysOf(app, 'command key', 'commandKeysFiles', 'command-keys');
}

/** Keys of what an owner writes into its event table and its topics. */
export function eventKeysOf(app: OwnerApp): SecretLinesKind {
  return authenticationKeysOf(app, 'event key', 'eventKeysFiles', 'event-keys');
}

function authenticationKeysOf(
  app: OwnerApp,
  name: string,
  setting: SecretLinesKind['setting'],
  file: string,
): SecretLinesKind {
  const page = 'docs/message-keys.md';
  return { name, dependents: 'events', setting, app, file: `${file}-${app.replace('_', '-')}`, page };
}

/** The file of an environment's secrets of a kind. */
export interface SecretLinesFile {
  path: string;
  /** The setting that names the file; null for the service's own file, in the data directory. */
  setting: string | null;
  /** How messages name the file. */
  displayName: string;
}

/** The settings for the file of a kind. */
export type SecretLinesSettings<Kind extends SecretLinesKind = SecretLinesKind> = Pick<
  Settings,
  Kind['setting'] | 'dataDirectory' | 'environment'
>;

/** The same, where a setting may name the file or not. */
export type PerhapsSecretLinesSettings = Partial<SecretLinesSettings> &
  Pick<Settings, 'dataDirectory' | 'environment'>;

export function secretLinesFileOf(
  kind: SecretLinesKind,
  settings: PerhapsSecretLinesSettings,
): SecretLinesFile {
  const given = givenFile(kind, settings);
  if (given === undefined) {
    const path = join(settings.dataDirectory, settings.environment, kind.file);
    return { path, setting: null, displayName: `The ${kind.name} file ${path}` };
  }
  const setting = secretLinesSetting(kind);
  return { path: given, setting, displayName: `${setting} (${given})` };
}

/** The variable that names the file. */
export function secretLinesSetting({ setting, app }: SecretLinesKind): string {
  return variableOf(settingTable[setting].variable, app);
}

function givenFile(
  { setting, app }: SecretLinesKind,
  settings: Partial<SecretLinesSettings>,
): string | undefined {
  const given = settings[setting];
  return typeof given === 'object' ? app && given[app] : given;
}

/** The secrets in the text of a file, without blank lines. */
export function linesIn(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** The secrets in a file; empty where the file is missing. */
export async function readLines({ path }: SecretLinesFile): Promise<string[]> {
  const content = await readIfPresent(path);
  return linesIn(content?.toString('utf8') ?? '');
}

/** Identifies a pepper without revealing anything about it. */
export function pepperId(secret: string): string {
  return hash('sha256', `pepper-id\n${secret}`).slice(0, 16);
}

/** A new secret: 256 random bits in base64url. */
export function makeSecretLine(): string {
  return randomBytes(32).toString('base64url');
}
