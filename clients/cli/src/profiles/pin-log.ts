import { existsSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseTrust } from '@service/evidence';
import { replaceFile } from '../durable-file.js';
import { CommandError, reasonOf } from '../errors.js';
import { EXIT } from '../exit-codes.js';
import { say } from '../output/print.js';
import { acceptPolicy } from '../policy/accept-policy.js';
import { directoryOf } from './profile-store.js';

/** The documents by which a service says what it can be trusted by. */
export interface LogDocuments {
  keys: string;
  /** Null where the service has none. */
  policy: string | null;
}

/**
 * Pins a log: at the first use it is believed and its fingerprint is shown, later it must be the same.
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
  await mkdir(directory, { recursive: true, mode: 0o700 });
  // A policy that nothing pinned must not bring another log in.
  if (!existsSync(`${file.policy}.pin`)) await requireSameLog(file.keys, log.vkeys, profile);
  if (policy === null) {
    if (fingerprint !== null || existsSync(`${file.policy}.pin`)) {
      throw refused('The service has no trust policy, which was expected.');
    }
    if (!existsSync(file.keys)) {
      say(
        `The service has no trust policy; pinned by this first use is the key of its log: ${log.vkeys.join(' ')}`,
      );
    }
  } else {
    const draft = `${file.policy}.new`;
    await replaceFile(draft, policy);
    const pin = `${file.policy}.pin`;
    const trust = await acceptPolicy(
      { file: draft, pin, fingerprint, origin: null, allowExpired: false },
      say,
    );
    if (trust.origin !== log.origin)
      throw refused('The keys of the service are of another log than its policy.');
    await replaceFile(file.policy, policy);
  }
  await replaceFile(file.keys, keys);
}

/** @throws CommandError for a document that is none of keys. */
function logOf(keys: string): { origin: string; vkeys: string[] } {
  try {
    parseTrust(keys);
    return (JSON.parse(keys) as { log: { origin: string; vkeys: string[] } }).log;
  } catch (error) {
    throw refused(`The service shows no keys that can be used: ${reasonOf(error)}.`);
  }
}

/** A log may take a further key, but one of those that were pinned must still be there. */
async function requireSameLog(file: string, vkeys: readonly string[], profile: string): Promise<void> {
  if (!existsSync(file)) return;
  const { log } = JSON.parse(await readFile(file, 'utf8')) as { log: { vkeys: string[] } };
  if (log.vkeys.some((vkey) => vkeys.includes(vkey))) return;
  throw refused(
    `THE LOG IS ANOTHER ONE than at the login before: ${vkeys.join(' ')}. Ask its operator; then: rvs profile remove ${profile}`,
  );
}

function refused(message: string): CommandError {
  return new CommandError(message, { exitCode: EXIT.refused });
}
