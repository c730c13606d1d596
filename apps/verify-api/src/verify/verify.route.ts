import type { FastifyInstance } from 'fastify';
import type { OperationOptions } from '../documentation/operation-options.js';
import type { Admission } from '../http/admission.js';
import type { BodyPipe } from '../http/body.pipe.js';
import type { Consistency } from '../http/consistency/consistency.js';
import type { Exchange } from '../http/exchange.js';
import { parseJsonBody } from '../http/json-body.js';
import { EVIDENCE_PARTS } from './render-envelope.js';
import { VerifyBody } from './verify.bodies.js';
import type { VerifyRecords } from './verify-records.js';

export const VERIFY_PATH = '/v1/records/verify';

/** What the route declares of itself in the OpenAPI document. */
export const verifyOperation: OperationOptions = {
  name: 'record.verify',
  access: 'verify',
  summary: 'Verify a record, with the evidence',
  answers: [200, 'Verification'],
  takes: 'body',
  fails: ['record.not_found'],
};

export interface VerifyRouteParts {
  admission: Admission;
  consistency: Consistency;
  verifyRecords: VerifyRecords;
  bodies: BodyPipe;
}

/**
 * The one hot route, a plain Fastify handler: Nest's own pipeline would cost more than the whole answer. It
 * makes the same checks in the same order as the others.
 */
export function addVerifyRoute(server: FastifyInstance, parts: VerifyRouteParts): void {
  const { admission, consistency, verifyRecords, bodies } = parts;
  const answer = (
    exchange: Exchange,
    raw: unknown,
    requestId: string,
    now: Date,
  ): string | Promise<string> => {
    const verify = (asked: VerifyBody) => {
      exchange.subject = asked.record_id;
      return verifyRecords.verify(exchange.caller, withScope(asked), requestId, now);
    };
    const body = parseJsonBody(raw);
    if (isPlainRequest(body)) return verify(body);
    return bodies
      .transform(raw, { type: 'body', metatype: VerifyBody })
      .then((checked) => verify(checked as VerifyBody));
  };
  server.post(VERIFY_PATH, (request, reply) => {
    const now = new Date();
    const exchange = admission.admit(request, verifyOperation, 'verify', now.getTime());
    const token = request.headers['service-consistency-token'];
    void reply.header('content-type', 'application/json; charset=utf-8');
    if (token !== undefined) {
      return consistency
        .honour(token, exchange.caller.projectId, false)
        .then(() => answer(exchange, request.body, request.id, new Date()));
    }
    const answered = answer(exchange, request.body, request.id, now);
    return typeof answered === 'string' ? reply.send(answered) : answered;
  });
}

/** Tells the well-formed request, which is nearly every one; any other is left to the full validation. */
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
