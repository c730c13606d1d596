import {
  decodeEntryBundle,
  ENTRY_LENGTH,
  LogEntries,
  parseStrictJson,
  parseTrust,
  type JsonValue,
  type Trust,
  type VerifyOptions,
} from '@service/evidence';
import type { Call } from './arguments.js';
import { CommandError } from '../errors.js';
import { readBytes, readText } from './files.js';

/** Bytes of an entry in an entry bundle, including its length. */
const BUNDLED_ENTRY = ENTRY_LENGTH + 2;

/** Reads the pinned keys. @throws CommandError */
export async function loadTrust({ keys }: Call): Promise<Trust> {
  const text = await readText(keys);
  return understood(keys, () => parseTrust(text));
}

/** Reads the files that the evidence is compared with. @throws CommandError */
export async function loadOptions(call: Call): Promise<VerifyOptions> {
  const { checkpoint, entries, request, nonce, maxAgeSeconds } = call;
  return {
    ...(checkpoint === undefined ? {} : { checkpoint: await readText(checkpoint) }),
    ...(entries === undefined ? {} : { entries: await loadEntries(entries) }),
    ...(request === undefined ? {} : { request: await loadRequest(request) }),
    ...(nonce === undefined ? {} : { nonce }),
    ...(maxAgeSeconds === undefined ? {} : { maxAgeSeconds }),
  };
}

async function loadRequest(file: string): Promise<JsonValue> {
  const text = await readText(file);
  return understood(file, () => parseStrictJson(text));
}

async function loadEntries(file: string): Promise<LogEntries> {
  const bytes = await readBytes(file);
  return understood(
    file,
    () => new LogEntries(decodeEntryBundle(bytes, Math.floor(bytes.length / BUNDLED_ENTRY))),
  );
}

function understood<Value>(file: string, read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    throw new CommandError(`${file} cannot be used: ${(error as Error).message}`, { cause: error });
  }
}
