import { sha256Hex } from '#platform';
import { isTimestamp } from '../elements/member-forms.js';
import { readDecimal } from '../encoding/decimal.js';
import { EvidenceError } from '../evidence-error.js';
import { millisecondsOf } from '../moments.js';
import {
  SignatureType,
  formatVerifierKey,
  noteVerifier,
  openNote,
  parseVerifierKey,
  signNote,
  type NoteSigner,
  type VerifierKey,
} from '../notes/index.js';
import { parsePolicy, type TrustPolicy } from './policy-file.js';

const FORMAT = 'trust-policy/v1';
const HEADS = ['format', 'version', 'dated', 'expires', 'key'];
const HEAD = /^# ([a-z]+) (.+)$/;

/**
 * A signed policy: a signed note (C2SP signed-note) with a policy file (C2SP tlog-policy) as its text. The first five
 * lines are comments of that file, so other tools read the text as it is:
 * `# format trust-policy/v1`, `# version <number>`, `# dated <time>`, `# expires <time>`,
 * `# key <vkey>`.
 */
export interface SignedPolicy {
  /** Counts from 1; a newer version replaces an older one. */
  version: number;
  /** When it was signed, ISO 8601 in UTC with milliseconds: it does not count before. */
  dated: string;
  /** When readers stop to accept it, ISO 8601 in UTC with milliseconds. */
  expires: string;
  /** Signs this version and the next. */
  key: VerifierKey;
  /** SHA-256 of the text in hex: two policies of one version are told apart by it. */
  digest: string;
  policy: TrustPolicy;
}

/** What a reader keeps of the policy that it accepted last. */
export interface PinnedPolicy {
  version: number;
  /** The vkey of the policy's key. */
  key: string;
  digest: string;
}

/** What a signed policy says before its lines. */
export type PolicyTerms = Pick<SignedPolicy, 'version' | 'dated' | 'expires'>;

/**
 * Signs a policy file.
 * @param lines of the policy file.
 * @param signers the policy's key first; behind it the keys of the earlier versions whose readers shall accept this one.
 * @throws EvidenceError `policy.malformed` where the lines are no policy, or the terms are invalid.
 */
export function signPolicy(
  lines: string,
  { version, dated, expires }: PolicyTerms,
  signers: readonly [NoteSigner, ...NoteSigner[]],
): string {
  const [{ verifierKey }] = signers;
  const head = [
    `format ${FORMAT}`,
    `version ${version}`,
    `dated ${dated}`,
    `expires ${expires}`,
    `key ${formatVerifierKey(verifierKey)}`,
  ];
  const text = head.map((line) => `# ${line}\n`).join('') + lines;
  readText(text);
  return signNote(text, signers);
}

/**
 * Opens a signed policy: its own key signed it and, where the reader accepted one before, the key of that one too.
 * Compare the key's fingerprint with a known one where no policy was accepted before.
 * @param pinned the policy that the reader accepted last; null at the first use.
 * @throws EvidenceError `policy.malformed`; `policy.unsigned` where a key did not sign; `policy.replaced` where the
 * reader accepted a newer version before, or another policy under the same version.
 */
export function openPolicy(note: string, pinned: PinnedPolicy | null): SignedPolicy {
  const end = note.lastIndexOf('\n\n');
  const signed = readText(note.slice(0, end + 1));
  requireSignature(note, signed.key);
  if (pinned === null) return signed;
  requireSignature(note, parseVerifierKey(pinned.key));
  if (signed.version < pinned.version) {
    throw new EvidenceError(
      'policy.replaced',
      `Version ${signed.version} of the policy was replaced by version ${pinned.version}.`,
    );
  }
  if (signed.version === pinned.version && signed.digest !== pinned.digest) {
    throw new EvidenceError('policy.replaced', `There are two policies of version ${signed.version}.`);
  }
  return signed;
}

/**
 * @param slack milliseconds by which two clocks may differ.
 * @throws EvidenceError `policy.expired`, `policy.future`
 */
export function requireCurrent({ dated, expires }: PolicyTerms, now: Date, slack: number): void {
  if (now.getTime() + slack < millisecondsOf(dated)) {
    throw new EvidenceError('policy.future', `The policy is dated ${dated}, in the future.`);
  }
  if (now.getTime() < millisecondsOf(expires)) return;
  throw new EvidenceError('policy.expired', `The policy expired on ${expires}.`);
}

/** What people compare of a policy's key: the SHA-256 of its 32 bytes, in hex. */
export function policyFingerprint({ publicKey }: VerifierKey): string {
  return sha256Hex(publicKey);
}

/** Whether a text is a signed note, not a plain policy file. */
export function isSignedPolicy(text: string): boolean {
  return text.startsWith(`# format ${FORMAT}\n`);
}

function readText(text: string): SignedPolicy {
  const lines = text.split('\n');
  const [format = '', version = '', dated = '', expires = '', key = ''] = HEADS.map((name, index) =>
    headOf(lines[index], name),
  );
  if (format !== FORMAT) throw malformed(`its format is not ${FORMAT}`);
  const number = readDecimal(version);
  if (number === null || number === 0) throw malformed('its version is not a whole number from 1');
  if (!isTimestamp(dated) || !isTimestamp(expires)) throw malformed('its date or expiry is not a time');
  const policy = parsePolicy(text);
  return { version: number, dated, expires, key: readKey(key), digest: sha256Hex(text), policy };
}

function headOf(line: string | undefined, wanted: string): string {
  const [, name, value = ''] = HEAD.exec(line ?? '') ?? [];
  if (name !== wanted) throw malformed('it does not begin with its format, version, date, expiry and key');
  return value;
}

function readKey(text: string): VerifierKey {
  const key = parseVerifierKey(text);
  if (key.type !== SignatureType.ed25519) throw malformed('its key cannot sign a policy');
  return key;
}

function requireSignature(note: string, key: VerifierKey): void {
  const verifier = noteVerifier(key);
  try {
    if (verifier !== null) {
      openNote(note, [verifier]);
      return;
    }
  } catch (error) {
    if (!(error instanceof EvidenceError) || error.code === 'note.malformed') throw error;
  }
  throw new EvidenceError('policy.unsigned', `The key ${policyFingerprint(key)} did not sign the policy.`);
}

function malformed(reason: string): EvidenceError {
  return new EvidenceError('policy.malformed', `This is not a signed policy: ${reason}.`);
}
