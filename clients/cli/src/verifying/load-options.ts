import {
  decodeEntryBundle,
  ENTRY_LENGTH,
  fewestWitnesses,
  findWitnessFault,
  isWeakQuorum,
  LogEntries,
  parseStrictJson,
  parseTrust,
  quorumOf,
  type JsonValue,
  type Trust,
  type VerifyOptions,
} from '@service/evidence';
import type { Call } from './arguments.js';
import { CommandError } from '../errors.js';
import { acceptPolicy } from '../policy/accept-policy.js';
import { readBytes, readText } from '../files.js';

/** Bytes of an entry in an entry bundle, including its length. */
const BUNDLED_ENTRY = ENTRY_LENGTH + 2;

/**
 * Reads the policy, or the pinned keys with the number of witnesses that must have cosigned.
 * @throws CommandError, PolicyRefused
 */
export async function loadTrust(
  { keys, policy, witnesses }: Pick<Call, 'keys' | 'policy' | 'witnesses'>,
  complain: (sentence: string) => void,
): Promise<Trust> {
  if (policy === null) return withWitnesses(await readKeys(keys as string), keys as string, witnesses);
  const trust = await acceptPolicy(policy, complain);
  return keys === undefined ? trust : { ...trust, keys: await keysOfAnswers(keys, trust) };
}

/** The pinned keys in a file. @throws CommandError */
export async function readKeys(file: string): Promise<Trust> {
  const text = await readText(file);
  return understood(file, () => parseTrust(text));
}

/** The keys of a document, used with a policy that names the log and the witnesses. */
async function keysOfAnswers(file: string, { origin, witnesses }: Trust): Promise<Trust['keys']> {
  const document = await readKeys(file);
  if (document.origin !== origin) throw new CommandError(`${file} is about another log than the policy.`);
  if (document.witnesses.length > 0) {
    throw new CommandError(`${file} and the policy both name witnesses; remove them from ${file}.`);
  }
  const fault = findWitnessFault(witnesses, document);
  if (fault !== null) throw new CommandError(`${file} and the policy do not fit: ${fault}.`);
  return document.keys;
}

function withWitnesses(trust: Trust, keys: string, witnesses: number | undefined): Trust {
  if (witnesses === undefined) return trust;
  const pinned = trust.witnesses.length;
  if (witnesses === 0) throw new CommandError('--witnesses must be at least 1.');
  if (witnesses > pinned) {
    throw new CommandError(`--witnesses ${witnesses} is more than the ${pinned} witnesses in ${keys}.`);
  }
  const isFewer = trust.quorum !== null && witnesses < fewestWitnesses(trust.quorum);
  if (isFewer && isWeakQuorum(witnesses, pinned)) {
    throw new CommandError(
      `--witnesses ${witnesses} of ${pinned} would let the log show two readers two histories; more than half are needed.`,
    );
  }
  return { ...trust, quorum: quorumOf(witnesses, trust.witnesses) };
}

/** Reads the files that the evidence is compared with. @throws CommandError */
export async function loadOptions(call: Call): Promise<VerifyOptions> {
  const { checkpoint, entries, online, request, nonce, maxAgeSeconds, clockSlackSeconds, witnesses } = call;
  return {
    ...(checkpoint === undefined ? {} : { checkpoint: await readText(checkpoint) }),
    ...(entries === undefined ? {} : { entries: await loadEntries(entries) }),
    ...(request === undefined ? {} : { request: await loadRequest(request) }),
    ...(nonce === undefined ? {} : { nonce }),
    ...(maxAgeSeconds === undefined ? {} : { maxAgeSeconds }),
    ...(clockSlackSeconds === undefined ? {} : { clockSlackSeconds }),
    ...(online === undefined ? {} : { needsEntries: true }),
    needsWitnesses: witnesses !== undefined,
    needsNewest: call.needsNewest,
    allowExpiredPolicy: call.policy?.allowExpired ?? false,
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
