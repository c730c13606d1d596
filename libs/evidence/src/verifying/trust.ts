import { being, listOf, isJsonObject, members, nullOr, size, text, withMembers } from '../bundle/forms.js';
import { isTimestamp } from '../elements/member-forms.js';
import { EvidenceError } from '../evidence-error.js';
import { parseStrictJson, type JsonValue } from '../json/strict-json.js';
import {
  cosignerKey,
  noteVerifier,
  parseVerifierKey,
  type KnownKey,
  type NoteVerifier,
  type VerifierKey,
} from '../notes/index.js';
import { anyOf, findTrustFault, type NamedKey, type PolicyTerms, type Quorum } from '../policy/index.js';
import { thumbprint } from '../signing/thumbprint.js';
import type { KeyTerms } from './key-terms.js';
import { MERGE_DELAY_SECONDS } from './merge-delay.js';

/** What a verifier trusts beforehand. */
export interface Trust {
  /** Origin of the log. */
  origin: string;
  /** The log's keys; several during a rotation, and the retired ones up to their last tree. */
  log: readonly NoteVerifier[];
  witnesses: readonly PinnedWitness[];
  /** Which of the witnesses must have cosigned; null without witnesses. */
  quorum: Quorum | null;
  /** Keys in the document, trusted only for an answer without its bundle. */
  keys: ReadonlyMap<string, KeyTerms>;
  /** Ids of provenance keys that are accepted although they signed themselves and do not begin the log. */
  selfSignedKeys: ReadonlySet<string>;
  /** Milliseconds after its time until an element is in the log, as the service promises. */
  mergeDelay: number;
  /** The signed policy that all of this comes from; null where it comes from elsewhere. */
  policy: AcceptedPolicy | null;
}

/** A witness whose cosignatures count. */
export interface PinnedWitness extends KnownKey, NamedKey {
  /** Its name in the quorum. */
  id: string;
}

/** A signed policy that its reader accepted. */
export interface AcceptedPolicy extends PolicyTerms {
  /** Fingerprint of the policy's key. */
  fingerprint: string;
}

const flag = being('true or false', (value) => typeof value === 'boolean');
const form = withMembers({
  log: withMembers({ origin: text, vkeys: listOf(text) }),
});
const retiredForm = listOf(withMembers({ vkey: text, tree_size: size }));
const idsForm = listOf(text);
const witnessForm = members({ witnesses: listOf(text), quorum: size, weak_quorum: flag });
const keyForm = withMembers({
  kty: text,
  crv: text,
  x: text,
  kid: text,
  purpose: text,
  invalid_since: nullOr(text),
});

interface TrustDocument {
  log: { origin: string; vkeys: string[]; retired?: JsonValue; merge_delay?: JsonValue };
  witnesses?: string[];
  quorum?: number;
  weak_quorum?: boolean;
  keys?: JsonValue;
  self_signed_keys?: JsonValue;
}

/**
 * Reads the pinned trust: the document of `GET /v1/log/<environment>/keys`, to which `witnesses` (vkeys) and `quorum` may
 * be added, and `self_signed_keys`. Without a quorum every named witness must have cosigned. With a quorum of half of them or fewer, a log could
 * show two halves of its readers two histories: that needs `"weak_quorum": true`.
 * @throws EvidenceError `trust.malformed` with the reason in its message.
 */
export function parseTrust(document: string): Trust {
  const value = parseStrictJson(document);
  const misshapen = form(value, 'the document');
  if (misshapen !== null) throw malformed(misshapen);
  const { log, ...rest } = value as unknown as TrustDocument;
  if (log.vkeys.length === 0) throw malformed('it names no vkey of the log');
  const { witnesses, quorum } = readWitnesses(rest);
  const logs = log.vkeys.map(parseVerifierKey);
  const retired = readRetired(log.retired);
  const verifiers = [...logs.map(verifierOf), ...retired.map(({ key, size }) => retiredKey(key, size))];
  const cosigners = witnesses.map((vkey) => witnessOf(parseVerifierKey(vkey)));
  const keys = readKeys(rest.keys);
  const fault = findWitnessFault(cosigners, { keys }, [...logs, ...retired.map(({ key }) => key)]);
  if (fault !== null) throw malformed(fault);
  if (verifiers.some(({ name }) => name !== log.origin)) {
    throw malformed('a vkey has another name than the origin of the log');
  }
  return {
    origin: log.origin,
    log: verifiers,
    witnesses: cosigners,
    quorum: quorumOf(quorum, cosigners),
    keys,
    selfSignedKeys: readIds(rest.self_signed_keys),
    mergeDelay: readMergeDelay(log.merge_delay),
    policy: null,
  };
}

function readMergeDelay(seconds: JsonValue = MERGE_DELAY_SECONDS): number {
  const fault = size(seconds, 'log.merge_delay');
  if (fault !== null) throw malformed(fault);
  return (seconds as number) * 1_000;
}

/** Why witnesses cannot be trusted beside a document of keys; null where they can. */
export function findWitnessFault(
  witnesses: readonly NamedKey[],
  { keys }: Pick<Trust, 'keys'>,
  logs: readonly NamedKey[] = [],
): string | null {
  const others = [...keys.values()].map(({ public_key }) => public_key);
  return findTrustFault({ logs, witnesses, others });
}

function readRetired(keys: JsonValue = []): { key: VerifierKey; size: number }[] {
  const fault = retiredForm(keys, 'log.retired');
  if (fault !== null) throw malformed(fault);
  return (keys as { vkey: string; tree_size: number }[]).map(({ vkey, tree_size: size }) => ({
    key: parseVerifierKey(vkey),
    size,
  }));
}

/** A retired key of a log. @param lastSize size of the largest tree whose checkpoint it signed. */
export function retiredKey(key: VerifierKey, lastSize: number): NoteVerifier {
  return { ...verifierOf(key), lastSize };
}

function readWitnesses({
  witnesses = [],
  quorum = witnesses.length,
  weak_quorum = false,
}: Omit<TrustDocument, 'log'>): { witnesses: string[]; quorum: number } {
  const fault = witnessForm({ witnesses, quorum, weak_quorum }, 'the document');
  if (fault !== null) throw malformed(fault);
  if (quorum > witnesses.length) throw malformed(`a quorum of ${quorum} needs as many witnesses`);
  if (witnesses.length > 0 && quorum === 0) throw malformed('a quorum of 0 asks nothing of the witnesses');
  if (witnesses.length > 0 && !weak_quorum && isWeakQuorum(quorum, witnesses.length)) {
    throw malformed(
      `with a quorum of ${quorum} of ${witnesses.length} witnesses, the log could show two readers two histories; a larger one is needed, or "weak_quorum": true`,
    );
  }
  return { witnesses, quorum };
}

/** The quorum of any number of some witnesses. */
export function quorumOf(threshold: number, witnesses: readonly PinnedWitness[]): Quorum | null {
  return anyOf(
    threshold,
    witnesses.map(({ id }) => id),
  );
}

/** Whether two quorums of this size may be disjoint. */
export function isWeakQuorum(quorum: number, witnesses: number): boolean {
  return quorum * 2 <= witnesses;
}

/** @throws EvidenceError `trust.malformed` for a key of an unknown type. */
export function verifierOf(key: VerifierKey): NoteVerifier {
  const verifier = noteVerifier(key);
  if (verifier === null) throw malformed(`the vkey of ${key.name} is of a kind that is not known here`);
  return verifier;
}

function witnessOf(vkey: VerifierKey): PinnedWitness {
  const key = cosignerKey(vkey);
  return { ...verifierOf(key), publicKey: key.publicKey, id: `${key.name} ${key.keyHash}` };
}

function readIds(ids: JsonValue = []): Set<string> {
  const fault = idsForm(ids, 'self_signed_keys');
  if (fault !== null) throw malformed(fault);
  return new Set(ids as string[]);
}

function readKeys(keys: JsonValue | undefined): Map<string, KeyTerms> {
  const read = new Map<string, KeyTerms>();
  if (keys === undefined) return read;
  if (!Array.isArray(keys)) throw malformed('its keys are not a list');
  for (const [index, key] of keys.entries()) {
    // Keys of other kinds in a JWK Set are ignored (RFC 7517, section 5).
    if (!isJsonObject(key) || key['crv'] !== 'Ed25519') continue;
    const fault = keyForm(key, `keys[${index}]`);
    if (fault !== null) throw malformed(fault);
    const { kid, x, purpose, invalid_since } = key as unknown as Record<string, string | null>;
    if (typeof kid !== 'string' || typeof x !== 'string' || thumbprint(x) !== kid) {
      throw malformed(`the kid of keys[${index}] is not its thumbprint`);
    }
    if (read.has(kid)) throw malformed(`keys[${index}] is there twice`);
    const cause = invalid_since === null ? null : 'key_compromise';
    const { published_at, revoked_at } = key;
    const times = { published_at: timeOrNull(published_at), revoked_at: timeOrNull(revoked_at) };
    read.set(kid, { purpose, public_key: x, cause, invalid_since, ...times } as KeyTerms);
  }
  return read;
}

function timeOrNull(value: JsonValue | undefined): string | null {
  if (value === undefined || value === null) return null;
  if (!isTimestamp(value)) throw malformed(`${JSON.stringify(value)} is not a time`);
  return value;
}

function malformed(reason: string): EvidenceError {
  return new EvidenceError('trust.malformed', `These are not the keys of a log: ${reason}.`);
}
