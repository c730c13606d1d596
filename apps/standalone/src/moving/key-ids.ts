import { KeyRing } from '@service/evidence';
import { sha256Hex } from '@service/evidence/primitives';
import { DATA_LOGS } from '@service/messaging';
import { readIfPresent } from '@service/platform/data-directory';
import { StartError } from '@service/platform/errors';
import { SealingKey, SealingKeys } from '@service/platform/sealing-keys';
import {
  PEPPERS,
  SEALING_KEYS,
  eventKeysOf,
  keysIn,
  pepperId,
  readLines,
  secretLinesFileOf,
} from '@service/platform/secret-lines';
import type { Settings } from '@service/platform/settings';
import { placeOf, signingKeysFileOf } from '@service/platform/signing-keys';

/** Ids of the keys that data of an environment depend on, by the kind of their file; null where it was missing. */
export type KeyIds = Record<string, string[] | null>;

interface HeldKeys {
  kind: string;
  /** How messages name the file. */
  displayName: string;
  ids: string[];
}

const KINDS = [PEPPERS, SEALING_KEYS, ...DATA_LOGS.map(eventKeysOf)];
const PURPOSES = ['provenance', 'answer', 'checkpoint'] as const;

/** The ids of the keys that an environment has now. */
export async function readKeyIds(settings: Settings): Promise<KeyIds> {
  return Object.fromEntries(
    (await heldKeys(settings)).map(({ kind, ids }) => [kind, ids.length === 0 ? null : ids]),
  );
}

/**
 * Says which keys of the export are unknown.
 * @throws StartError where this environment lacks one of those that are known.
 */
export async function requireKeys(settings: Settings, needed: KeyIds): Promise<void> {
  for (const { kind, displayName, ids } of await heldKeys(settings)) {
    if (needed[kind] == null)
      process.stdout.write(
        `The export does not know the keys that ${displayName} must hold: its file was missing there.\n`,
      );
    const missing = needed[kind]?.find((id) => !ids.includes(id));
    if (missing === undefined) continue;
    throw new StartError(
      `${displayName} lacks the key ${missing}, under which data of the export were made: put the file of the exported environment there.`,
    );
  }
}

/** The sealing keys that an environment has; unlike a start, it makes none. */
export async function readOwnSealingKeys(settings: Settings): Promise<SealingKeys> {
  const file = secretLinesFileOf(SEALING_KEYS, settings);
  const keys = keysIn(await readLines(file), SealingKey) ?? [];
  if (keys.length > 0) return new SealingKeys(keys, file.displayName);
  throw new StartError(`${file.displayName} holds no sealing key, under which an export is encrypted.`);
}

async function heldKeys(settings: Settings): Promise<HeldKeys[]> {
  const held: HeldKeys[] = [];
  for (const kind of KINDS) {
    const file = secretLinesFileOf(kind, settings);
    const ids = (await readLines(file)).map(kind === PEPPERS ? pepperId : idOf);
    held.push({ kind: kind.file, displayName: file.displayName, ids });
  }
  const signing = signingKeysFileOf(settings);
  const text = await readIfPresent(signing.path);
  const ring = text === undefined ? KeyRing.empty() : KeyRing.parse(text.toString('utf8'));
  const ids = PURPOSES.flatMap((purpose) => ring.all(purpose).map(({ keyId }) => keyId));
  return [
    ...held,
    { kind: 'signing-keys', displayName: `The file of signing keys ${placeOf(signing)}`, ids },
  ];
}

/** First 16 hex digits of the SHA-256 of the key. */
function idOf(line: string): string {
  return sha256Hex(Buffer.from(line, 'base64')).slice(0, 16);
}
