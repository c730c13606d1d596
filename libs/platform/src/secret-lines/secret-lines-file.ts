import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Environment } from '@service/contracts';
import { readIfPresent } from '../data-directory/secret-file.js';
import { variableOf, type Settings } from '../settings/load-settings.js';
import { settingTable } from '../settings/setting-table.js';

/** A kind of secrets that are kept in a file, one a line, the newest first. */
export interface SecretLinesKind {
  /** What one of them is called. */
  name: string;
  /** What depends on them. */
  dependents: string;
  setting: 'pepperFiles' | 'sealingKeysFiles';
  /** Name of the service's own file, in the environment's directory. */
  file: string;
  /** The page that tells how to look after a file of one's own. */
  page: string;
}

/** Keys that token secrets are hashed under. */
export const PEPPERS: SecretLinesKind = {
  name: 'pepper',
  dependents: 'credentials',
  setting: 'pepperFiles',
  file: 'pepper',
  page: 'docs/credentials.md',
};

/** Keys that the secrets of subscriptions are encrypted under. */
export const SEALING_KEYS: SecretLinesKind = {
  name: 'sealing key',
  dependents: 'subscriptions',
  setting: 'sealingKeysFiles',
  file: 'sealing-keys',
  page: 'docs/sealing-keys.md',
};

/** Where an environment's secrets of a kind are. */
export interface SecretLinesFile {
  path: string;
  /** The setting that names the file; null where it is the service's own, in the data directory. */
  setting: string | null;
  /** How a sentence names the file. */
  displayName: string;
}

/** The settings that say where the secrets of a kind are. */
export type SecretLinesSettings<Kind extends SecretLinesKind = SecretLinesKind> = Pick<
  Settings,
  Kind['setting'] | 'dataDirectory'
>;

export function secretLinesFileOf(
  kind: SecretLinesKind,
  settings: Partial<SecretLinesSettings> & Pick<Settings, 'dataDirectory'>,
  environment: Environment,
): SecretLinesFile {
  const given = settings[kind.setting]?.[environment];
  if (given === undefined) {
    const path = join(settings.dataDirectory, environment, kind.file);
    return { path, setting: null, displayName: `The ${kind.name} file ${path}` };
  }
  const setting = variableOf(settingTable[kind.setting].variable, environment);
  return { path: given, setting, displayName: `${setting} (${given})` };
}

/** The secrets in the text of a file; blank lines are none. */
export function linesIn(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** The secrets in a file; none where it is not there yet. */
export async function readLines({ path }: SecretLinesFile): Promise<string[]> {
  const content = await readIfPresent(path);
  return linesIn(content?.toString('utf8') ?? '');
}

/** A new secret: 256 random bits in base64url. */
export function makeSecretLine(): string {
  return randomBytes(32).toString('base64url');
}
