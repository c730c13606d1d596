import { digestText } from '@service/evidence';
import type { RequestContext } from './request-context.js';
import type { AnswerSigner } from '../infrastructure/answer-signer.js';

/** A request of the API, as the signature covers it. */
export interface EquivalentRequest {
  method: 'POST';
  path: string;
  body: object;
}

/**
 * The signed answer of the API from which a summary was made. It has the members of `answer` in an evidence bundle, but
 * its body is the exact text (JCS, RFC 8785) that the signature covers.
 */
export interface Proof {
  answer: string;
  request: EquivalentRequest;
  request_id: string;
  nonce: string | null;
  as_of: string;
  signature: string;
  path: string;
}

/**
 * Signs an answer that carries its evidence.
 * @param answer its text in JCS form.
 */
export function prove(
  signer: AnswerSigner,
  { evidence }: Pick<RequestContext, 'evidence'>,
  answer: string,
  request: EquivalentRequest,
  request_id: string,
): Promise<Proof | null> {
  const binding = evidence?.binding ?? null;
  if (evidence === null || binding === null) return Promise.resolve(null);
  const { asOf } = evidence;
  const { nonce } = binding;
  const answered = { ...binding, answer: binding.answer ?? digestText(answer), request_id };
  return new Promise((resolve) => {
    signer.sign(asOf, answered, (signature, path) => {
      resolve({ answer, request, request_id, nonce, as_of: asOf.shown, signature, path });
    });
  });
}
