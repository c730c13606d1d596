import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { VERIFY_PATH, verifyOperation } from '../documentation/verify-operation.js';
import type { Admission } from '../http/admission.js';
import type { BodyPipe } from '../http/body.pipe.js';
import type { Consistency } from '../http/consistency/consistency.js';
import type { Exchange } from '../http/exchange.js';
import { parseJsonBody } from '../http/json-body.js';
import { nonceOf } from '../http/nonce.js';
import { PREFERENCE_APPLIED, preferredWait, waitApplied } from '../http/prefer.js';
import type { LogHeads } from '../views/log-heads.js';
import type { Envelope } from './envelope.js';
import { EVIDENCE_PARTS } from './render-envelope.js';
import { verifyRequestDigest } from './request-digest.js';
import { VerifyBody } from './verify.bodies.js';
import type { VerifyRecords } from './verify-records.js';

export interface VerifyRouteParts {
  admission: Admission;
  consistency: Consistency;
  verifyRecords: VerifyRecords;
  heads: LogHeads;
  bodies: BodyPipe;
}

/** An admitted request, without its body. */
interface Asking {
  exchange: Exchange;
  requestId: string;
  nonce: string | null;
  now: Date;
}

/**
 * The only hot route is a plain Fastify handler: Nest's pipeline would cost more than the whole answer. It makes the
 * same checks in the same order as the other routes.
 */
export function addVerifyRoute(server: FastifyInstance, parts: VerifyRouteParts): void {
  const { admission, consistency, verifyRecords, heads, bodies } = parts;
  const verify = (
    asked: VerifyBody,
    { exchange, requestId, nonce, now }: Asking,
  ): string | Promise<string> => {
    exchange.subject = asked.record_id;
    // Before anything is read: later reads may be newer than the position, never older.
    const asOf = heads.require();
    const envelope = verifyRecords.verify(exchange.caller, withScope(asked), requestId, now, asOf);
    const bind = (answered: Envelope): string => {
      const binding = { request: verifyRequestDigest(asked), nonce, answer: answered.digest() };
      exchange.evidence = { asOf, binding };
      return answered.text;
    };
    return envelope instanceof Promise ? envelope.then(bind) : bind(envelope);
  };
  const read = (raw: unknown): VerifyBody | Promise<VerifyBody> => {
    const body = parseJsonBody(raw);
    if (isPlainRequest(body)) return body;
    return bodies.transform(raw, { type: 'body', metatype: VerifyBody }) as Promise<VerifyBody>;
  };
  /** Answers a request that has to wait for a view or the log. */
  const wait = async (request: FastifyRequest, reply: FastifyReply, asking: Asking): Promise<string> => {
    const { exchange } = asking;
    const token = request.headers['service-consistency-token'];
    if (token !== undefined) await consistency.honour(token, exchange.caller.projectId, false);
    const asked = await read(request.body);
    const seconds = preferredWait(request.headers);
    if (seconds > 0) {
      void reply.header(PREFERENCE_APPLIED, waitApplied(seconds));
      await verifyRecords.awaitReceipts(exchange.caller, [asked.record_id], seconds);
    }
    return verify(asked, { ...asking, now: new Date() });
  };
  server.post(VERIFY_PATH, (request, reply) => {
    const now = new Date();
    const exchange = admission.admit(request, verifyOperation, 'verify', now.getTime());
    void reply.header('content-type', 'application/json; charset=utf-8');
    const asking = { exchange, requestId: request.id, nonce: nonceOf(request.headers), now };
    const { prefer, 'service-consistency-token': token } = request.headers;
    if (prefer !== undefined || token !== undefined) return wait(request, reply, asking);
    const asked = read(request.body);
    const answered =
      asked instanceof Promise ? asked.then((body) => verify(body, asking)) : verify(asked, asking);
    return typeof answered === 'string' ? reply.send(answered) : answered;
  });
}

/** Whether a body is plainly valid, as nearly all are; other bodies go through the full validation. */
function isPlainRequest(body: unknown): body is VerifyBody {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return false;
  for (const name in body) if (name !== 'record_id' && name !== 'evidence_scope') return false;
  const { record_id, evidence_scope } = body as Record<string, unknown>;
  if (typeof record_id !== 'string' || record_id === '') return false;
  if (evidence_scope === undefined) return true;
  return (
    Array.isArray(evidence_scope) &&
    evidence_scope.length > 0 &&
    new Set(evidence_scope).size === evidence_scope.length &&
    evidence_scope.every((part) => EVIDENCE_PARTS.includes(part as never))
  );
}

function withScope({ record_id, evidence_scope }: VerifyBody) {
  return { record_id, evidence_scope: evidence_scope ?? EVIDENCE_PARTS };
}
