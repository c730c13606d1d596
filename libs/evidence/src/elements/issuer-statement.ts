import { utf8 } from '#platform';
import { canonicalJson } from '../json/canonical-json.js';
import type { ChainFault } from './chain-fault.js';
import { digestText } from '../digest.js';
import type { HashedElement } from './element.js';
import type { AuthorityReference, RecordElementContent } from './record-element.js';
import { RECORD_TRANSITIONS } from './record-transitions.js';
import { signatureHolds, type SignedMessage } from '../signing/signature-check.js';

/** What an authority with its own key signs about a record at registration and at each amendment. */
export interface IssuerStatement {
  /** Origin of the log. */
  log: string;
  project_id: string;
  authority_id: string;
  origin: string;
  external_id: string | null;
  content_digest: string;
  /** ISO 8601 in UTC with milliseconds. */
  expires_at: string | null;
}

/** The signed text: `issuer/v1`, a line feed, and the statement in its canonical form (RFC 8785). */
export function issuerStatementText(statement: IssuerStatement): string {
  const { log, project_id, authority_id, origin, external_id, content_digest, expires_at } = statement;
  const stated = { log, project_id, authority_id, origin, external_id, content_digest, expires_at };
  return `issuer/v1\n${canonicalJson(stated)}`;
}

/**
 * Whether an issuer's signature over the statement is valid under the authority's key, or both are absent.
 */
export function issuerSignatureHolds(
  publicKey: string | null,
  statement: IssuerStatement,
  signature: string | null,
): boolean {
  if (publicKey === null || signature === null) return publicKey === signature;
  return signatureHolds(publicKey, messageOf(issuerStatementText(statement)), signature);
}

/**
 * Checks the issuer signatures of an otherwise valid chain: registrations and amendments by an authority with a key have
 * a valid one, and no other element has any.
 * @param publicKeyOf the key in the named element of an authority; undefined where the element is unknown.
 * @returns the first fault; null where every signature holds.
 */
export function findIssuerSignatureFault(
  chain: readonly HashedElement<RecordElementContent>[],
  publicKeyOf: (reference: AuthorityReference) => string | null | undefined,
): ChainFault | null {
  const index = chain.findIndex(({ content }) => !isSignedAsDemanded(content, publicKeyOf));
  return index < 0 ? null : { check: 'element.issuer_signature', sequence: index + 1 };
}

function isSignedAsDemanded(
  content: RecordElementContent,
  publicKeyOf: (reference: AuthorityReference) => string | null | undefined,
): boolean {
  const { type, issuer_signature } = content;
  const signs = Object.hasOwn(RECORD_TRANSITIONS, type) && RECORD_TRANSITIONS[type].issuer_signs;
  if (!signs) return issuer_signature === null;
  const publicKey = publicKeyOf(content.authority);
  if (publicKey === undefined) return false;
  if (publicKey === null || issuer_signature === null) return publicKey === issuer_signature;
  return signatureHolds(publicKey, statedIn(content), issuer_signature);
}

/** A cache of the contents' statements: canonical JSON costs more than the look-up of the check's result. */
const stated = new WeakMap<object, SignedMessage>();

function statedIn(content: RecordElementContent): SignedMessage {
  let message = stated.get(content);
  if (message === undefined) {
    message = messageOf(issuerStatementText({ ...content, authority_id: content.authority.id }));
    stated.set(content, message);
  }
  return message;
}

function messageOf(text: string): SignedMessage {
  return { name: `issuer ${digestText(text)}`, bytes: () => utf8(text) };
}
