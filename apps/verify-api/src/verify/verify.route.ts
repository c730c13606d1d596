import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { announceEnd } from '../http/announce-end.js';
import { admitRequest } from '../http/admit-request.js';
import type { BodyPipe } from '../http/body.pipe.js';
import type { Consistency } from '../http/consistency/consistency.js';
import { HeaderPreferences } from '../http/header-preferences.js';
import { parseJsonBody } from '../http/json-body.js';
import type { Admission } from '../operations/admission.js';
import { EVIDENCE_PARTS } from './render-envelope.js';
import { VerifyBody } from './verify.bodies.js';
import { verifyOperations } from './verify.operations.js';
import { VERIFY_PATH } from './verify-path.js';
import type { VerifyCall, VerifyRecord } from './verify-record.js';

export interface VerifyRouteParts {
  admission: Admission;
  consistency: Consistency;
  verifyRecord: VerifyRecord;
  bodies: BodyPipe;
}

/**
 * The only hot route is a plain Fastify handler: Nest's pipeline would cost more than the whole answer. It makes the
 * same checks in the same order as the other routes, and calls the operation's use case itself.
 */
export function addVerifyRoute(server: FastifyInstance, parts: VerifyRouteParts): void {
  const { admission, consistency, verifyRecord, bodies } = parts;
  const read = (raw: unknown): VerifyBody | Promise<VerifyBody> => {
    const body = parseJsonBody(raw);
    if (isPlainRequest(body)) return body;
    return bodies.transform(raw, { type: 'body', metatype: VerifyBody }) as Promise<VerifyBody>;
  };
  const verify = (call: VerifyCall, body: VerifyBody, now: Date): string | Promise<string> => {
    if (body.record_id !== undefined) call.requestContext.subjects = [body.record_id];
    return verifyRecord.execute(call, body, now);
  };
  /** Answers a request that has to wait for a view or the log. */
  const wait = async (request: FastifyRequest, call: VerifyCall): Promise<string> => {
    const token = request.headers['service-consistency-token'];
    const { projectId } = call.requestContext.caller;
    if (token !== undefined) await consistency.honour(token, projectId, false);
    const body = await read(request.body);
    return verify(call, body, new Date());
  };
  server.post(VERIFY_PATH, (request, reply) => {
    const now = new Date();
    const call = admit(admission, request, reply, now);
    void reply.header('content-type', 'application/json; charset=utf-8');
    // Refused before the body is read.
    call.preferences.nonce();
    const { prefer, 'service-consistency-token': token } = request.headers;
    if (prefer !== undefined || token !== undefined) return wait(request, call);
    const asked = read(request.body);
    const answered =
      asked instanceof Promise ? asked.then((body) => verify(call, body, now)) : verify(call, asked, now);
    return typeof answered === 'string' ? reply.send(answered) : answered;
  });
}

function admit(admission: Admission, request: FastifyRequest, reply: FastifyReply, now: Date): VerifyCall {
  announceEnd(verifyOperations.verify, reply);
  return {
    requestId: request.id,
    requestContext: admitRequest(admission, request, verifyOperations.verify, now.getTime()),
    preferences: new HeaderPreferences(request, reply),
  };
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
