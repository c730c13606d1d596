import { utf8 } from '#platform';
import { digestText } from '../digest.js';
import { encodeBase64 } from '../encoding/base-encodings.js';
import { EvidenceError } from '../evidence-error.js';
import { canonicalJson } from '../json/canonical-json.js';
import { hashLeaf } from '../merkle/hashing.js';
import { rootOfInclusion } from '../merkle/verify-inclusion.js';
import { parseDetachedJws, verifyDetachedJws } from '../signing/detached-jws.js';
import type { VerifyingKey } from '../signing/verifying-key.js';
import { parseAnswerPath } from './answer-path.js';
import { requestDigest, statementText, type AnsweredRequest } from './answer-statement.js';
import { ANSWERS_TYPE, answersText } from './answers-signer.js';
import { parseAsOf, type AsOf } from './as-of.js';

/** An answer as a caller stores it: parsed body, request, and the values of its header fields. */
export interface SignedAnswer {
  body: unknown;
  request: AnsweredRequest;
  /** `Service-Request-Id`. */
  requestId: string;
  /** `Service-Nonce` of the request; null without one. */
  nonce: string | null;
  /** `Service-Evidence-As-Of`. */
  asOf: string;
  /** `Service-Evidence-Signature`. */
  signature: string;
  /** `Service-Evidence-Path`. */
  path: string;
}

/** The header fields with which an answer was signed, from the form in which bundles, links and MCP carry them. */
export function answerHeaders(
  proof: Readonly<Record<'request_id' | 'as_of' | 'signature' | 'path', string>>,
): Record<string, string> {
  return {
    'service-request-id': proof.request_id,
    'service-evidence-as-of': proof.as_of,
    'service-evidence-signature': proof.signature,
    'service-evidence-path': proof.path,
  };
}

/** Why an answer is not verified. */
export type AnswerFault =
  | 'answer.as_of_malformed'
  | 'answer.path_malformed'
  | 'answer.signature_malformed'
  | 'answer.key_unknown'
  | 'answer.body_malformed'
  | 'answer.request_id'
  /** Body, request, nonce, position, path or key differ from what was signed. */
  | 'answer.signature';

/** A verified answer with its key and its position of the log, or a fault. */
export type AnswerVerdict =
  { fault: AnswerFault } | { fault: null; keyId: string; asOf: AsOf; index: number; size: number };

/**
 * Checks that an answer is what the service signed.
 * @param keyOf finds a key of the purpose `answer` by its id. The caller decides whether the key is trusted.
 */
export function verifyAnswer(
  answer: SignedAnswer,
  keyOf: (keyId: string) => VerifyingKey | null,
): AnswerVerdict {
  const asOf = parseAsOf(answer.asOf);
  if (asOf === null) return { fault: 'answer.as_of_malformed' };
  const path = parseAnswerPath(answer.path);
  if (path === null) return { fault: 'answer.path_malformed' };
  const jws = signatureOf(answer.signature);
  if (jws === null) return { fault: 'answer.signature_malformed' };
  const key = keyOf(jws.keyId);
  if (key === null) return { fault: 'answer.key_unknown' };
  if (!namesRequest(answer)) return { fault: 'answer.request_id' };
  const statement = statementOf(answer);
  if (statement === null) return { fault: 'answer.body_malformed' };

  const { index, size, hashes } = path;
  const root = rootOfInclusion({ leafHash: hashLeaf(utf8(statement)), index, size, proof: hashes });
  if (root === null) return { fault: 'answer.path_malformed' };
  const text = answersText(asOf.origin, size, encodeBase64(root));
  if (!verifyDetachedJws(jws, utf8(text), key)) return { fault: 'answer.signature' };
  return { fault: null, keyId: jws.keyId, asOf, index, size };
}

/** Whether an envelope has the id of its request. A batch has no id itself, only its envelopes have. */
function namesRequest({ body, requestId }: SignedAnswer): boolean {
  if (typeof body !== 'object' || body === null || !('request_id' in body)) return true;
  return body.request_id === requestId;
}

function statementOf({ body, request, requestId, nonce, asOf }: SignedAnswer): string | null {
  try {
    return statementText({
      answer: digestText(canonicalJson(body)),
      as_of: asOf,
      nonce,
      request: requestDigest(request, body),
      request_id: requestId,
    });
  } catch {
    return null;
  }
}

function signatureOf(text: string) {
  try {
    return parseDetachedJws(text, ANSWERS_TYPE);
  } catch (error) {
    if (error instanceof EvidenceError) return null;
    throw error;
  }
}
