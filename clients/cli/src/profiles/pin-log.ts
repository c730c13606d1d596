import { existsSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isSignedPolicy, openPolicy, parsePolicy, parseTrust, parseVerifierKey } from '@service/evidence';
import { replaceFile } from '../durable-file.js';
import { CommandError, reasonOf } from '../errors.js';
import { EXIT } from '../exit-codes.js';
import { say } from '../output/print.js';
import { acceptPolicy } from '../policy/accept-policy.js';
import { directoryOf } from './profile-store.js';

/** The documents with a service's keys and policy. */
export interface LogDocuments {
  keys: string;
  /** Null where the service has none. */
  policy: string | null;
}

/**
 * Pins a log: the first use trusts the log and shows the fingerprint; later uses must find the same log.
 * @param fingerprint that the policy’s key must have; null where the first use decides.
 * @throws CommandError where the log is another one; PolicyRefused.
 */
export async function pinLog(
  profile: string,
  { keys, policy }: LogDocuments,
  fingerprint: string | null,
): Promise<void> {
  const directory = directoryOf(profile);
  const file = { keys: join(directory, 'keys.json'), policy: join(directory, 'policy') };
  const log = logOf(keys);
  const pinned = existsSync(file.keys)
    ? (JSON.parse(await readFile(file.keys, 'utf8')) as KeysDocument)
    : null;
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const known: LogKeys = pinned === null ? new Map() : keysOf(pinned.log);
  const inPolicy: LogKeys = policy === null ? new Map() : keysOfPolicy(policy);
  if (pinned !== null && !existsSync(`${file.policy}.pin`)) {
    requireKnown(known, keysOf(log), profile);
    // An unpinned policy must not introduce another log either.
    if (fingerprint === null) requireKnown(known, inPolicy, profile);
  }
  if (policy === null) {
    if (fingerprint !== null || existsSync(`${file.policy}.pin`)) {
      throw refused('The service has no trust policy, but one is pinned or --fingerprint was given.');
    }
    if (pinned === null) {
      say(
        `The service has no trust policy; pinned by this first use is the key of its log: ${log.vkeys.join(' ')}`,
      );
    }
  } else {
    requireKnown(new Map([...known, ...inPolicy]), keysOf(log), profile);
    const draft = `${file.policy}.new`;
    await replaceFile(draft, policy);
    const pin = `${file.policy}.pin`;
    const trust = await acceptPolicy(
      { file: draft, pin, fingerprint, origin: null, allowExpired: false },
      say,
    );
    if (trust.origin !== log.origin)
      throw refused('The keys of the service belong to another log than its policy.');
    await replaceFile(file.policy, policy);
  }
  await replaceFile(file.keys, pinned === null ? keys : withKeysOf(pinned, keys));
}

/** The part of the keys document that later logins compare. */
interface KeysDocument {
  log: { origin: string; vkeys: string[]; retired?: { vkey: string }[] };
  /** Keys of answers, each with its thumbprint as id. */
  keys: { kid: string; revoked_at?: string | null; invalid_since: string | null }[];
}

/**
 * The document is unsigned. The keys of answers therefore stay those of the first use and can only be revoked;
 * bundles prove later keys from the log.
 */
function withKeysOf(pinned: KeysDocument, text: string): string {
  const shown = JSON.parse(text) as KeysDocument;
  const shownById = new Map(shown.keys.map((key) => [key.kid, key]));
  const keys = pinned.keys.map((key) => {
    const { revoked_at, invalid_since } = shownById.get(key.kid) ?? key;
    return {
      ...key,
      revoked_at: earlier(key.revoked_at, revoked_at),
      invalid_since: earlier(key.invalid_since, invalid_since),
    };
  });
  return JSON.stringify({ ...pinned, keys });
}

/** Of two ends of a key. */
function earlier(known: string | null | undefined, shown: string | null | undefined): string | null {
  const ends = [known ?? [], shown ?? []].flat();
  return ends.toSorted((left, right) => Date.parse(left) - Date.parse(right))[0] ?? null;
}

/** @throws CommandError for a malformed document. */
function logOf(keys: string): KeysDocument['log'] {
  try {
    parseTrust(keys);
    return (JSON.parse(keys) as KeysDocument).log;
  } catch (error) {
    throw refused(`The keys of the service cannot be used: ${reasonOf(error)}.`);
  }
}

/** Public keys in hex, each with how it is written. */
type LogKeys = ReadonlyMap<string, string>;

const keysOf = ({ vkeys, retired = [] }: KeysDocument['log']): LogKeys =>
  new Map(
    [...vkeys, ...retired.map(({ vkey }) => vkey)].map((vkey) => [
      hexOf(parseVerifierKey(vkey).publicKey),
      vkey,
    ]),
  );

/** The keys of a policy’s logs, also the retired ones. @throws CommandError for a malformed one. */
function keysOfPolicy(text: string): LogKeys {
  try {
    const { logs, retired } = isSignedPolicy(text) ? openPolicy(text, null).policy : parsePolicy(text);
    const keys = [
      ...logs.map(({ key }) => (key.kind === 'vkey' ? key.key : key)),
      ...retired.map(({ key }) => key),
    ];
    return new Map(keys.map(({ publicKey }) => [hexOf(publicKey), hexOf(publicKey)]));
  } catch (error) {
    throw refused(`The policy of the service cannot be used: ${reasonOf(error)}.`);
  }
}

const hexOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

/** Verifier keys are public: a known key in the list does not prove that a new one is genuine. */
function requireKnown(known: LogKeys, shown: LogKeys, profile: string): void {
  const added = [...shown].flatMap(([key, text]) => (known.has(key) ? [] : [text]));
  if (added.length === 0) return;
  throw refused(
    `THE LOG HAS CHANGED since the last login, or has a new key: ${added.join(' ')}. Ask its operator; then: rvs profile remove ${profile}`,
  );
}

function refused(message: string): CommandError {
  return new CommandError(message, { exitCode: EXIT.refused });
}
