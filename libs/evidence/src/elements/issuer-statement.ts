import { utf8 } from '#platform';
import { canonicalJson } from '../json/canonical-json.js';
import type { ChainFault } from './chain-fault.js';
import { digestText } from '../digest.js';
import type { HashedElement } from './element.js';
import type { AuthorityReference, RecordElementContent } from './record-element.js';
import { RECORD_TRANSITIONS, type RecordEventType } from './record-transitions.js';
import { signatureHolds, type SignedMessage } from '../signing/signature-check.js';

/** What an authority with its own key signs about one transition of one record. */
export interface IssuerStatement {
  /** Origin of the log. */
  log: string;
  project_id: string;
  authority_id: string;
  type: RecordEventType;
  /** Null in a registration, whose id is not known yet. */
  record_id: string | null;
  /** Place of the transition in the record's history, from 1. */
  sequence: number;
  /** Digest of the element before; null in a registration. */
  previous: string | null;
  origin: string;
  external_id: string | null;
  content_digest: string;
  /** ISO 8601 in UTC with milliseconds. */
  expires_at: string | null;
  successor_id: string | null;
}

/** The signed text: `issuer/v1`, a line feed, and the statement in its canonical form (RFC 8785). */
export function issuerStatementText(statement: IssuerStatement): string {
  const { log, project_id, authority_id, type, record_id, sequence, previous } = statement;
  const { origin, external_id, content_digest, expires_at, successor_id } = statement;
  const place = { log, project_id, authority_id, type, record_id, sequence, previous };
  return `issuer/v1\n${canonicalJson({ ...place, origin, external_id, content_digest, expires_at, successor_id })}`;
}

/** The members of an element that decide about its issuer's signature. */
export type IssuerSignedContent = Omit<IssuerStatement, 'authority_id' | 'record_id'> &
  Pick<RecordElementContent, 'authority' | 'record_id' | 'issuer_signature'>;

/** What the issuer signs for an element. */
export function issuerStatementOf(content: IssuerSignedContent): IssuerStatement {
  const { authority, record_id, sequence } = content;
  return { ...content, authority_id: authority.id, record_id: sequence === 1 ? null : record_id };
}

/**
 * How an element stands to its issuer's key: `unsigned` is a suspension or revocation by the project alone, or an
 * expiry; `keyless` an element of an authority without a key.
 */
export type IssuerSigning = 'signed' | 'unsigned' | 'keyless' | 'invalid';

/**
 * Checks an element's issuer signature under the authority's key. A record of an authority with a key needs an external
 * id, which makes its registration unique.
 */
export function issuerSigningOf(content: IssuerSignedContent, publicKey: string | null): IssuerSigning {
  const { type, issuer_signature, external_id } = content;
  if (publicKey === null) return issuer_signature === null ? 'keyless' : 'invalid';
  if (external_id === null || !Object.hasOwn(RECORD_TRANSITIONS, type)) return 'invalid';
  const { issuer_signs } = RECORD_TRANSITIONS[type];
  if (issuer_signature === null) return issuer_signs === 'must' ? 'invalid' : 'unsigned';
  if (issuer_signs === 'never') return 'invalid';
  return signatureHolds(publicKey, statedIn(content), issuer_signature) ? 'signed' : 'invalid';
}

/**
 * Checks the issuer signatures of an otherwise valid chain.
 * @param publicKeyOf the key in the named element of an authority; undefined where the element is unknown.
 * @returns the first fault; null where every element is signed as its transition demands.
 */
export function findIssuerSignatureFault(
  chain: readonly HashedElement<RecordElementContent>[],
  publicKeyOf: (reference: AuthorityReference) => string | null | undefined,
): ChainFault | null {
  const index = chain.findIndex(({ content }) => {
    const publicKey = publicKeyOf(content.authority);
    return publicKey === undefined || issuerSigningOf(content, publicKey) === 'invalid';
  });
  return index < 0 ? null : { check: 'element.issuer_signature', sequence: index + 1 };
}

/** A cache of the contents' statements: canonical JSON costs more than the look-up of the check's result. */
const stated = new WeakMap<object, SignedMessage>();

function statedIn(content: IssuerSignedContent): SignedMessage {
  let message = stated.get(content);
  if (message === undefined) {
    message = messageOf(issuerStatementText(issuerStatementOf(content)));
    stated.set(content, message);
  }
  return message;
}

function messageOf(text: string): SignedMessage {
  return { name: `issuer ${digestText(text)}`, bytes: () => utf8(text) };
}
