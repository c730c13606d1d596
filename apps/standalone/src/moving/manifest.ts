import { join } from 'node:path';
import type { EncryptedText } from '@service/contracts';
import { sha256Hex } from '@service/evidence/primitives';
import { readIfPresent, writeSecretFile } from '@service/platform/data-directory';
import { StartError } from '@service/platform/errors';
import { RELEASE } from '@service/platform/release';
import type { SealingKeys } from '@service/platform/sealing-keys';
import type { Chunk } from './chunks.js';
import type { KeyIds } from './key-ids.js';

/** What an export holds. It is written last, so a folder without it holds an unfinished export. */
export interface Manifest {
  format: 1;
  /** Id of the export. */
  id: string;
  /** The release that wrote it. */
  release: string;
  environment: string;
  /** SHA-256 over the number of rows of each table and over the version of each row. */
  state: string;
  /** Names of the migrations that ran, by the schema. */
  migrations: Record<string, string[]>;
  created_at: string;
  /** Origin of the log, another one after each recovery; null where the environment was never started. */
  log_origin: string | null;
  /** Entries of the log; no checkpoint outside of the database covers more, also where its head was lost in a crash. */
  log_size: number;
  /** No position of the export reaches the id of this transaction. */
  next_transaction: string;
  /** The last value of each sequence that was used. */
  sequences: Record<string, string>;
  keys: KeyIds;
  tables: { name: string; columns: string[]; rows: number }[];
  chunks: Chunk[];
}

interface SealedManifest extends Manifest {
  /** The SHA-256 of all other members, under a sealing key. */
  seal?: EncryptedText;
}

const FORMAT = 1;
const FILE = 'manifest.json';
const CONTEXT = 'export/v1/manifest';

/** Whether the folder holds a finished export. */
export async function hasManifest(folder: string): Promise<boolean> {
  return (await readIfPresent(join(folder, FILE))) !== undefined;
}

export async function writeManifest(folder: string, manifest: Manifest, keys: SealingKeys): Promise<void> {
  const sealed: SealedManifest = { ...manifest, seal: keys.encrypt(digestOf(manifest), CONTEXT) };
  await writeSecretFile(join(folder, FILE), `${JSON.stringify(sealed, null, 1)}\n`);
}

/**
 * @throws StartError where the export is unfinished, has another format, or its manifest was changed.
 * @throws DecryptionError where its sealing key is missing.
 */
export async function readManifest(folder: string, keys: SealingKeys): Promise<Manifest> {
  const text = await readIfPresent(join(folder, FILE));
  if (text === undefined)
    throw new StartError(`${folder} holds no finished export: run npm run export with it again.`);
  const { seal, ...manifest } = parse(folder, text.toString('utf8'));
  if (seal == null || keys.decrypt(seal, CONTEXT) !== digestOf(manifest))
    throw new StartError(`The manifest in ${folder} was changed after the export.`);
  return manifest;
}

/**
 * Migrations that an export has not seen would not change its rows, so none runs between it and its import.
 * @param there names of those that ran, by the schema. @param here this release's.
 * @throws StartError where they are not the same.
 */
export function requireRelease(
  there: Manifest['migrations'],
  here: Manifest['migrations'],
  advice: string,
): void {
  for (const schema of new Set([...Object.keys(there), ...Object.keys(here)])) {
    if (listOf(there[schema]) === listOf(here[schema])) continue;
    throw new StartError(
      `The tables of ${schema} are of another release than this one, ${RELEASE}: ${advice}.`,
    );
  }
}

/** The names in the order in which migrations run, so that lists can be compared. */
const listOf = (names: readonly string[] = []) => names.toSorted().join();

function parse(folder: string, text: string): SealedManifest {
  let manifest: SealedManifest | null;
  try {
    manifest = JSON.parse(text) as SealedManifest | null;
  } catch (error) {
    throw new StartError(`The manifest in ${folder} is no JSON.`, { cause: error });
  }
  if (manifest?.format === FORMAT) return manifest;
  throw new StartError(
    `The export in ${folder} has the format ${JSON.stringify(manifest?.format)}, and this release reads ${FORMAT}.`,
  );
}

function digestOf(manifest: Manifest): string {
  return sha256Hex(JSON.stringify(manifest));
}
