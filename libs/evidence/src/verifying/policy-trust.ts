import { EvidenceError } from '../evidence-error.js';
import {
  SignatureType,
  cosignerKey,
  namelessCosigner,
  verifierKey,
  type VerifierKey,
} from '../notes/index.js';
import {
  namedKey,
  policyFingerprint,
  quorumWitnesses,
  type PolicyKey,
  type PolicyWitness,
  type SignedPolicy,
  type TrustPolicy,
} from '../policy/index.js';
import { MERGE_DELAY_SECONDS } from './merge-delay.js';
import { retiredKey, verifierOf, type PinnedWitness, type Trust } from './trust.js';

/**
 * The trust in one log of a policy. It has no keys of answers.
 * @param origin of the log; null if the policy has one log, whose key has a name. A bare key has none, and could sign
 * for several logs.
 * @throws EvidenceError `trust.malformed` where the log is not one of the policy, or has to be named.
 */
export function trustOfPolicy(
  { logs, retired, witnesses, quorum, mergeDelay }: TrustPolicy,
  origin: string | null,
): Trust {
  const named = origin ?? onlyName(logs.map(({ key }) => key));
  const log = keysOfLog(
    logs.map(({ key }) => key),
    named,
  );
  const ended = retired.filter(({ key }) => key.name === named);
  const counted = new Set(quorum === null ? [] : quorumWitnesses(quorum));
  return {
    origin: named,
    log: [...log.map(verifierOf), ...ended.map(({ key, treeSize }) => retiredKey(key, treeSize))],
    witnesses: witnesses.filter(({ name }) => counted.has(name)).map(witnessOf),
    quorum,
    keys: new Map(),
    selfSignedKeys: new Set(),
    mergeDelay: (mergeDelay ?? MERGE_DELAY_SECONDS) * 1_000,
    policy: null,
  };
}

/** The same for a signed policy that its reader accepted. */
export function trustOfSignedPolicy(signed: SignedPolicy, origin: string | null): Trust {
  const { policy, key, version, dated, expires } = signed;
  const accepted = { version, dated, expires, fingerprint: policyFingerprint(key) };
  return { ...trustOfPolicy(policy, origin), policy: accepted };
}

function onlyName(keys: readonly PolicyKey[]): string {
  const names = new Set(keys.map((key) => (key.kind === 'vkey' ? key.key.name : null)));
  const [name] = names;
  if (name === undefined) throw malformed('names no log');
  if (names.size > 1) throw malformed('names several logs; say which one is meant');
  if (name === null) throw malformed('has a key without the name of its log; say which one is meant');
  return name;
}

/** The keys with the log's name, or else the one without any name: of several, all but one would be another log's. */
function keysOfLog(keys: readonly PolicyKey[], origin: string): VerifierKey[] {
  const named = keys.flatMap((key) => (key.kind === 'vkey' && key.key.name === origin ? [key.key] : []));
  if (named.length > 0) return named;
  const [bare, ...more] = keys.filter((key) => key.kind === 'bare');
  if (bare === undefined) throw malformed(`names no key of the log ${origin}`);
  if (more.length > 0) throw malformed('has several keys without the names of their logs');
  return [verifierKey(origin, SignatureType.ed25519, bare.publicKey)];
}

function witnessOf({ name: id, key }: PolicyWitness): PinnedWitness {
  const { isNamedBy, verify } =
    key.kind === 'bare' ? namelessCosigner(key.publicKey) : verifierOf(cosignerKey(key.key));
  return { isNamedBy, verify, ...namedKey(key), id };
}

function malformed(reason: string): EvidenceError {
  return new EvidenceError('trust.malformed', `The policy ${reason}.`);
}
