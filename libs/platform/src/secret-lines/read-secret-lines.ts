import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { createDirectory } from '../data-directory/create-directory.js';
import { readIfPresent, readOrCreateSecret } from '../data-directory/secret-file.js';
import { requireMaking, type MakingSettings } from '../settings/make-missing.js';
import { StartError } from '../start-error.js';
import {
  linesIn,
  makeSecretLine,
  secretLinesFileOf,
  secretLinesSetting,
  type SecretLinesFile,
  type PerhapsSecretLinesSettings,
  type SecretLinesKind,
} from './secret-lines-file.js';

/** The content of a file of secrets. */
export interface ReadLines {
  /** At least one, the newest first. */
  lines: string[];
  file: SecretLinesFile;
}

/**
 * Reads an environment's secrets of a kind: from the file that the settings name, else from the data directory,
 * where the first start creates a secret.
 * @param hasDependents whether anything depends on earlier secrets; called before one is created.
 * @throws StartError where the file cannot be read, is empty, or is missing though something depends on it or
 *   MAKE_MISSING is off.
 */
export async function readSecretLines(
  kind: SecretLinesKind,
  settings: PerhapsSecretLinesSettings & MakingSettings,
  hasDependents: () => Promise<boolean>,
): Promise<ReadLines> {
  const file = secretLinesFileOf(kind, settings);
  let content = await read(file);
  if (content === undefined) {
    if (await hasDependents()) {
      throw new StartError(
        `${file.displayName} is missing, but the database of ${settings.environment} has ${kind.dependents} that depend on it; put it back.`,
      );
    }
    requireMaking(settings, secretLinesSetting(kind), `a file with the ${kind.name}s`);
    await createDirectory(dirname(file.path));
    content = await readOrCreateSecret(file.path, makeSecretLine);
  }
  const lines = linesIn(content.toString('utf8'));
  if (lines.length === 0) throw new StartError(`${file.displayName} holds no ${kind.name}.`);
  return { lines, file };
}

/** Reads a key from its line; null where the line holds none. */
interface KeyForm<Key> {
  parse(line: string): Key | null;
}

/** The keys of a file. */
export interface ReadKeys<Key> {
  /** At least one, the newest first. */
  keys: readonly Key[];
  file: SecretLinesFile;
  /** The keys that the file holds now; none where it cannot be read. Synchronous: it happens rarely. */
  readAgain: () => readonly Key[];
}

/**
 * The same for secrets of which each is a key.
 * @throws StartError also where a line is invalid.
 */
export async function readKeys<Key>(
  kind: SecretLinesKind,
  settings: PerhapsSecretLinesSettings & MakingSettings,
  hasDependents: () => Promise<boolean>,
  form: KeyForm<Key>,
): Promise<ReadKeys<Key>> {
  const { lines, file } = await readSecretLines(kind, settings, hasDependents);
  const keys = keysIn(lines, form);
  if (keys === null) throw new StartError(`${file.displayName} must hold 32 bytes in base64 on every line.`);
  const readAgain = () => {
    try {
      return keysIn(linesIn(readFileSync(file.path, 'utf8')), form) ?? [];
    } catch {
      return [];
    }
  };
  return { keys, file, readAgain };
}

/** The keys on some lines; null where a line is invalid. */
export function keysIn<Key>(lines: readonly string[], form: KeyForm<Key>): Key[] | null {
  const keys = lines.map((line) => form.parse(line));
  return keys.every((key) => key !== null) ? keys : null;
}

/** Undefined if the service's own file is missing. */
async function read(file: SecretLinesFile): Promise<Buffer | undefined> {
  let cause: unknown;
  try {
    const content = await readIfPresent(file.path);
    if (content !== undefined || file.setting === null) return content;
  } catch (error) {
    cause = error;
  }
  throw new StartError(`${file.displayName} cannot be read.`, { cause });
}
