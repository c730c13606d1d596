import {
  EvidenceError,
  isSignedPolicy,
  openPolicy,
  parsePolicy,
  policyCheckOf,
  policyFingerprint,
  requireCurrent,
  trustOfPolicy,
  trustOfSignedPolicy,
  type PolicyCheck,
  type SignedPolicy,
  type Trust,
  formatVerifierKey,
  parseStrictJson,
  type PinnedPolicy,
} from '@service/evidence';
import { CommandError, reasonOf } from '../errors.js';
import { readText } from '../files.js';
import { weaknessOf } from './policy-lines.js';
import { readIfPresent, replaceFile } from '../durable-file.js';

/** A policy that a command's caller names. */
export interface NamedPolicy {
  file: string;
  /** The file that stores the key and version of the accepted policy. */
  pin: string;
  /** Fingerprint that one of its keys must have; null for trust on first use. */
  fingerprint: string | null;
  /** Origin of the log; null if the policy names only one. */
  origin: string | null;
  /** Whether it may have expired. */
  allowExpired: boolean;
}

/** The policy is not the trusted one. */
export class PolicyRefused extends Error {
  override readonly name = 'PolicyRefused';

  constructor(
    readonly check: PolicyCheck,
    why: string,
  ) {
    super(why);
  }
}

/**
 * Reads a policy, compares it with the one accepted before, and replaces that one. An unsigned policy file is accepted
 * as it is. An expired policy, or one of the future, is not stored; callers check that of
 * the trust.
 * @param complain gets a sentence for the reader.
 * @throws PolicyRefused; CommandError where a file cannot be used.
 */
export async function acceptPolicy(
  named: NamedPolicy,
  complain: (sentence: string) => void,
  now = new Date(),
): Promise<Trust> {
  const text = await readText(named.file);
  const pin = await readPolicyPin(named.pin);
  const trust = isSignedPolicy(text)
    ? await acceptSigned(named, text, pin, complain, now)
    : acceptPlain(named, text, pin);
  const weakness = weaknessOf(trust.quorum);
  if (weakness !== null) complain(weakness);
  return trust;
}

function acceptPlain(
  { file, pin: pinFile, fingerprint, origin }: NamedPolicy,
  text: string,
  pin: PolicyPin | null,
) {
  if (pin !== null || fingerprint !== null) {
    const why = pin === null ? 'the one with that fingerprint is' : `the one that ${pinFile} pins is`;
    throw new PolicyRefused('policy.signature', `The policy is not signed, and ${why}.`);
  }
  return understood(file, () => trustOfPolicy(parsePolicy(text), origin));
}

async function acceptSigned(
  { file, pin: pinFile, fingerprint, origin, allowExpired }: NamedPolicy,
  text: string,
  pin: PolicyPin | null,
  complain: (sentence: string) => void,
  now: Date,
): Promise<Trust> {
  const signed = understood(file, () => openPolicy(text, pin));
  const own = policyFingerprint(signed.key);
  const accepted = [own, ...(pin?.fingerprints ?? [])];
  if (fingerprint !== null && !accepted.includes(fingerprint)) {
    throw new PolicyRefused('policy.signature', `The key of the policy has the fingerprint ${own}.`);
  }
  const trust = understood(file, () => trustOfSignedPolicy(signed, origin));
  if (isCurrent(signed, now, allowExpired)) await writePolicyPin(pinFile, signed, pin);
  if (pin === null && fingerprint === null) {
    complain(
      `First use of this policy. Compare the fingerprint of its key with the one that its operator publishes: ${own}`,
    );
  }
  if (pin !== null && !pin.fingerprints.includes(own)) {
    complain(`The pinned key of the policy signed that another one follows it: ${own}`);
  }
  return trust;
}

function isCurrent(signed: SignedPolicy, now: Date, allowExpired: boolean): boolean {
  try {
    requireCurrent(signed, now, 0);
    return true;
  } catch (error) {
    if (error instanceof EvidenceError) return allowExpired && error.code === 'policy.expired';
    throw error;
  }
}

function understood<Value>(file: string, read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    const check = policyCheckOf(error);
    if (check !== null) throw new PolicyRefused(check, reasonOf(error));
    throw new CommandError(`${file} cannot be used: ${reasonOf(error)}.`, { cause: error });
  }
}

/** The stored part of the last accepted signed policy. */
interface PolicyPin extends PinnedPolicy {
  /** Fingerprints of the policy's key, and of the earlier keys that led to it. */
  fingerprints: string[];
}

/** Reads a pin; null at the first use. @throws CommandError where the file cannot be read or holds something else. */
async function readPolicyPin(file: string): Promise<PolicyPin | null> {
  const content = await attempt(file, () => readIfPresent(file));
  return content === null ? null : parse(file, content.toString('utf8'));
}

/** Remembers an accepted policy. @throws CommandError where the file cannot be written. */
async function writePolicyPin(
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
