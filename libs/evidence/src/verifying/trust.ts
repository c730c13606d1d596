import { listOf, isJsonObject, members, nullOr, size, text, withMembers } from '../bundle/forms.js';
import type { PublishedKey } from '../elements/element-signature.js';
import { EvidenceError } from '../evidence-error.js';
import { parseStrictJson, type JsonValue } from '../json/strict-json.js';
import { cosignerKey, noteVerifier, parseVerifierKey, type NoteVerifier } from '../notes/index.js';
import { thumbprint } from '../signing/thumbprint.js';

/** What a verifier trusts beforehand. */
export interface Trust {
  /** Origin of the log. */
  origin: string;
  /** The log's keys; several during a rotation. */
  log: readonly NoteVerifier[];
  witnesses: readonly NoteVerifier[];
  /** How many of the witnesses must have cosigned; 0 without witnesses. */
  quorum: number;
  /** Keys in the document, trusted only for an answer without its bundle. */
  keys: ReadonlyMap<string, PublishedKey>;
}

const form = withMembers({
  log: withMembers({ origin: text, vkeys: listOf(text) }),
});
const witnessForm = members({ witnesses: listOf(text), quorum: size });
const keyForm = withMembers({
  kty: text,
  crv: text,
  x: text,
  kid: text,
  purpose: text,
  invalid_since: nullOr(text),
});

interface TrustDocument {
  log: { origin: string; vkeys: string[] };
  witnesses?: string[];
  quorum?: number;
  keys?: JsonValue;
}

/**
 * Reads the pinned trust: the document of `GET /v1/log/<environment>/keys`, to which `witnesses` (vkeys) and `quorum` may
 * be added. Without a quorum every named witness must have cosigned.
 * @throws EvidenceError `trust.malformed` with the reason in its message.
 */
export function parseTrust(document: string): Trust {
  const value = parseStrictJson(document);
  const fault = form(value, 'the document');
  if (fault !== null) throw malformed(fault);
  const { log, ...rest } = value as unknown as TrustDocument;
  if (log.vkeys.length === 0) throw malformed('it names no vkey of the log');
  const { witnesses, quorum } = readWitnesses(rest);
  const verifiers = log.vkeys.map((vkey) => verifierOf(vkey, (key) => key));
  if (verifiers.some(({ name }) => name !== log.origin)) {
    throw malformed('a vkey has another name than the origin of the log');
  }
  return {
    origin: log.origin,
    log: verifiers,
    witnesses: distinct(witnesses.map((vkey) => verifierOf(vkey, cosignerKey))),
    quorum,
    keys: readKeys(rest.keys),
  };
}

function readWitnesses({ witnesses = [], quorum = witnesses.length }: Omit<TrustDocument, 'log'>): {
  witnesses: string[];
  quorum: number;
} {
  const fault = witnessForm({ witnesses, quorum }, 'the document');
  if (fault !== null) throw malformed(fault);
  if (quorum > witnesses.length) throw malformed(`a quorum of ${quorum} needs as many witnesses`);
  if (witnesses.length > 0 && quorum === 0) throw malformed('a quorum of 0 asks nothing of the witnesses');
  return { witnesses, quorum };
}

function verifierOf(
  vkey: string,
  as: (key: ReturnType<typeof parseVerifierKey>) => ReturnType<typeof parseVerifierKey>,
): NoteVerifier {
  const verifier = noteVerifier(as(parseVerifierKey(vkey)));
  if (verifier === null) throw malformed(`the vkey ${vkey} is of a kind that is not known here`);
  return verifier;
}

/** Requires distinct witnesses: none may count twice towards the quorum. */
function distinct(witnesses: NoteVerifier[]): NoteVerifier[] {
  const names = new Set(witnesses.map(({ name, keyHash }) => `${name} ${keyHash}`));
  if (names.size < witnesses.length) throw malformed('a witness is named twice');
  return witnesses;
}

function readKeys(keys: JsonValue | undefined): Map<string, PublishedKey> {
  const read = new Map<string, PublishedKey>();
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
    const cause = invalid_since === null ? null : 'key_compromise';
    const named = { purpose, public_key: x, cause, invalid_since } as PublishedKey;
    read.set(kid, named);
  }
  return read;
}

function malformed(reason: string): EvidenceError {
  return new EvidenceError('trust.malformed', `These are not the keys of a log: ${reason}.`);
}
