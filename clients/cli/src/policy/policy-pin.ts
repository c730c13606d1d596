import {
  EvidenceError,
  formatVerifierKey,
  parseStrictJson,
  policyFingerprint,
  type PinnedPolicy,
  type SignedPolicy,
} from '@service/evidence';
import { readIfPresent, replaceFile } from '../durable-file.js';
import { CommandError, reasonOf } from '../errors.js';

/** The stored part of the last accepted signed policy. */
export interface PolicyPin extends PinnedPolicy {
  /** Fingerprints of the policy's key, and of the earlier keys that led to it. */
  fingerprints: string[];
}

/** Reads a pin; null at the first use. @throws CommandError where the file cannot be read or holds something else. */
export async function readPolicyPin(file: string): Promise<PolicyPin | null> {
  const content = await attempt(file, () => readIfPresent(file));
  return content === null ? null : parse(file, content.toString('utf8'));
}

/** Remembers an accepted policy. @throws CommandError where the file cannot be written. */
export async function writePolicyPin(
  file: string,
  { version, key, digest }: SignedPolicy,
  before: PolicyPin | null,
): Promise<void> {
  if (before !== null && before.digest === digest) return;
  const fingerprints = [...new Set([...(before?.fingerprints ?? []), policyFingerprint(key)])];
  const pin: PolicyPin = { version, key: formatVerifierKey(key), digest, fingerprints };
  await attempt(file, () => replaceFile(file, `${JSON.stringify(pin, null, 2)}\n`));
}

async function attempt<Value>(file: string, work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    throw new CommandError(`${file}, which pins the policy, cannot be used: ${reasonOf(error)}.`);
  }
}

function parse(file: string, text: string): PolicyPin {
  try {
    const { version, key, digest, fingerprints } = parseStrictJson(text) as unknown as PolicyPin;
    const isPin = Number.isSafeInteger(version) && typeof key === 'string' && typeof digest === 'string';
    if (isPin && fingerprints.every((each) => typeof each === 'string')) {
      return { version, key, digest, fingerprints };
    }
  } catch (error) {
    if (!(error instanceof EvidenceError) && !(error instanceof TypeError)) throw error;
  }
  throw new CommandError(`${file} is not a policy pin. If you remove it, the next use pins again.`);
}
