import {
  EvidenceError,
  formatVerifierKey,
  openPolicy,
  parsePolicy,
  policyFingerprint,
  signPolicy,
} from '@service/evidence';
import { readIfPresent, replaceFile } from '../durable-file.js';
import { CommandError } from '../errors.js';
import type { PolicySigners } from './policy-keys.js';

/** A signed policy that was written. */
export interface WrittenPolicy {
  version: number;
  expires: string;
  fingerprint: string;
  vkey: string;
}

/**
 * Signs a policy and replaces the file that holds it; the new version is one above that of the former policy.
 * @param lines of the policy file; a signed one's head is replaced.
 * @throws CommandError where the lines are no policy, or the file holds no policy that one of the keys signed.
 */
export async function signPolicyFile(
  file: string,
  lines: string,
  signers: PolicySigners,
  expires: Date,
): Promise<WrittenPolicy> {
  try {
    parsePolicy(lines);
    const before = await readIfPresent(file);
    const version = before === null ? 1 : openPolicy(before.toString('utf8'), null).version + 1;
    const terms = { version, dated: new Date().toISOString(), expires: expires.toISOString() };
    await replaceFile(file, signPolicy(lines, terms, signers), 0o644);
    const [{ verifierKey }] = signers;
    return {
      ...terms,
      fingerprint: policyFingerprint(verifierKey),
      vkey: formatVerifierKey(verifierKey),
    };
  } catch (error) {
    if (error instanceof EvidenceError) throw new CommandError(`${file}: ${error.message}`);
    throw error;
  }
}
