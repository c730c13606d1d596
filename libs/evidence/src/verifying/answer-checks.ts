import { utf8 } from '#platform';
import {
  ANSWERS_TYPE,
  answersText,
  parseAnswerPath,
  parseAsOf,
  requestDigest,
  statementText,
  type AsOf,
} from '../answers/index.js';
import type { BundledAnswer } from '../bundle/bundle.js';
import { digestText } from '../digest.js';
import type { KeyLookUp } from '../elements/element-signature.js';
import { encodeBase64 } from '../encoding/base-encodings.js';
import { canonicalJson } from '../json/canonical-json.js';
import type { JsonValue } from '../json/strict-json.js';
import { hashLeaf, rootOfInclusion } from '../merkle/index.js';
import { parseDetachedJws, VerifyingKey, verifyDetachedJws, type DetachedJws } from '../signing/index.js';
import { LOOKUPS, type Lookup } from '../verdict.js';
import { CheckFailed, NotChecked, Passed } from './checklist.js';
import { KNOWN_PARTS, USUAL_PARTS, type Envelope } from './envelope.js';

/** An answer's signature and the key that it must be valid under. */
export interface AnswerSignature {
  jws: DetachedJws;
  key: VerifyingKey;
}

/** The signature names a key that is published, signs answers and was not compromised at any time. */
export function checkAnswerKey(signature: string, keyOf: KeyLookUp): Passed<AnswerSignature> {
  const jws = parseDetachedJws(signature, ANSWERS_TYPE);
  const key = keyOf(jws.keyId);
  if (key === undefined) throw new CheckFailed('no such key is published', jws.keyId);
  if (key.purpose !== 'answer') throw new CheckFailed(`it is a key for ${key.purpose}`, jws.keyId);
  if (key.invalid_since !== null) {
    // A thief of the key can choose the signed times, so no date makes an answer trustworthy.
    throw new CheckFailed('it was revoked because it was compromised', jws.keyId);
  }
  return new Passed({ jws, key: VerifyingKey.of(key.public_key) }, jws.keyId);
}

/** The tree of the answers that share a signature. */
export interface PlacedAnswer {
  size: number;
  root: Uint8Array;
}

/** The path leads from the answer's statement to a root in a tree of the named size. */
export function checkAnswerPath(answer: BundledAnswer): Passed<PlacedAnswer> {
  const path = parseAnswerPath(answer.path);
  if (path === null) throw new CheckFailed('it is not an index, a size and hashes');
  const { index, size, hashes } = path;
  const root = rootOfInclusion({ leafHash: leafOf(answer), index, size, proof: hashes });
  if (root === null) throw new CheckFailed('it has not as many hashes as its index and size ask for');
  return new Passed({ size, root }, `${index} of ${size}`);
}

function leafOf({ body, request, request_id, nonce, as_of }: BundledAnswer): Uint8Array {
  const answer = digestText(canonicalJson(body));
  const statement = { answer, as_of, nonce, request: requestDigest(request, body), request_id };
  return hashLeaf(utf8(statementText(statement)));
}

/** The key signed the root and the size for the answer's log, and the answer's position is in that log. */
export function checkAnswerSignature(
  { jws, key }: AnswerSignature,
  { size, root }: PlacedAnswer,
  { as_of }: BundledAnswer,
): Passed<AsOf> {
  const position = parseAsOf(as_of);
  if (position === null) throw new CheckFailed('its position of the log is malformed', as_of);
  if (!verifyDetachedJws(jws, utf8(answersText(position.origin, size, encodeBase64(root))), key)) {
    throw new CheckFailed(
      'it is not that of this answer, request, nonce, request id and position of the log',
    );
  }
  return new Passed(position, `as of ${position.origin} at ${position.treeSize}`);
}

/** The body has the signed request id. */
export function checkRequestId(envelopes: readonly Envelope[], requestId: string): Passed<null> {
  const other = envelopes.find(({ request_id }) => request_id !== requestId);
  if (other !== undefined) throw new CheckFailed(`the body says ${other.request_id}`, requestId);
  return new Passed(null, requestId);
}

/** The answer fits its request: the same record and the requested parts of the evidence. */
export function checkAnswers({ evidence, record }: Envelope, asked: JsonValue): void {
  const usual = 'verdict' in evidence ? [...USUAL_PARTS, 'verdict'] : USUAL_PARTS;
  const { evidence_scope = usual, ...subject } = asked as { [name: string]: JsonValue };
  if (!asksFor(subject, record.id, evidence.lookup)) {
    throw new CheckFailed(`the request asks for something else than ${record.id}`);
  }
  const scope = Array.isArray(evidence_scope) ? evidence_scope.map((part) => canonicalJson(part)) : [];
  // The service may learn to show more. What was asked for must be there, whether it is known here or not.
  const shown = Object.keys(evidence).flatMap((part) => {
    const name = canonicalJson(part);
    return KNOWN_PARTS.includes(part) || scope.includes(name) ? [name] : [];
  });
  if (canonicalJson(scope.toSorted()) !== canonicalJson(shown.toSorted())) {
    throw new CheckFailed('the answer holds other parts of the evidence than were asked for', record.id);
  }
}

/** Whether a request names the record by its id, or by exactly one member that the answer says it was looked up by. */
function asksFor(subject: { [name: string]: JsonValue }, id: string, lookup: Lookup | undefined): boolean {
  const { authority_id: _narrowing, ...named } = subject;
  const [by, ...more] = Object.keys(named);
  if (more.length > 0) return false;
  if (by === 'record_id') return named[by] === id && lookup === undefined && !('authority_id' in subject);
  return LOOKUPS.some((each) => each === by) && lookup?.by === by;
}

/** The signed request is the caller's. */
export function checkExpectedRequest(signed: JsonValue, expected: JsonValue | undefined): void {
  if (expected !== undefined && canonicalJson(signed) !== canonicalJson(expected)) {
    throw new CheckFailed('it answers another request than the one that is given');
  }
}

/** The signed nonce is the caller's, which proves that the answer is newer than the nonce. */
export function checkNonce(signed: string | null, expected: string | undefined): Passed<null> {
  if (expected === undefined) throw new NotChecked('no nonce is given to compare with');
  if (signed !== expected) throw new CheckFailed('it is signed with another nonce, or with none');
  return new Passed(null, expected);
}
