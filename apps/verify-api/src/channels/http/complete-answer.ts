import { Readable } from 'node:stream';
import { agreedNow, UnavailableError, type ErrorCode } from '@service/contracts';
import { digestText } from '@service/evidence';
import type { InteractionRecorder } from '@service/history';
import type { Tracer } from '@service/platform/tracing';
import type { FastifyReply } from 'fastify';
import type { Limits } from '../../admission/limits/limits.js';
import type { AnswerEvidence } from '../../interface/request-context.js';
import type { AnswerSigner } from '../../infrastructure/answer-signer.js';
import type { RequestsUnderWay } from './bounds/requests-under-way.js';
import type { SlowedRefusals } from './bounds/slowed-refusals.js';
import type { UnreadAnswers } from './bounds/unread-answers.js';
import { clientAddress } from './client-address.js';
import { errorBody } from '../../admission/error-body.js';
import { errorHeaders } from './error-answer.js';
import { AS_OF, EVIDENCE_FIELDS, PATH, SIGNATURE } from './evidence-fields.js';
import type { FailureLog } from '../../infrastructure/failure-log.js';
import type { GatewayRequest } from './gateway-request.js';
import type { RequestMeasures } from '../../infrastructure/request-measures.js';
import { sampledTraceOf, traceOf } from './request-trace.js';
import { askedIds, distinctIds } from '../../admission/asked-ids.js';
import { boundedJson } from './json-body.js';
import { entityTag, namesTag } from './entity-tag.js';

const TOO_MANY: readonly string[] = ['rate.limited', 'quota.exceeded'] satisfies ErrorCode[];

/**
 * The ids that a refused request asked for: those that are known already, else that of its path, else those of its body. It
 * may have been refused before its body was read. Text that is not an id is left out.
 */
export function askedSubjects(
  { params, body }: Pick<GatewayRequest, 'params' | 'body'>,
  known: readonly string[],
  errorCode: string,
): readonly string[] {
  if (known.length > 0) return distinctIds(known);
  const { id } = (params ?? {}) as { id?: unknown };
  // A refusal for too many requests must cost less than a request.
  if (id === undefined && TOO_MANY.includes(errorCode)) return [];
  return id === undefined ? askedIds(boundedJson(body)) : distinctIds([id]);
}

/** The services that complete every answer to a caller. */
export interface AnswerParts {
  limits: Limits;
  recorder: InteractionRecorder;
  signer: AnswerSigner;
  failures: FailureLog;
  measures: RequestMeasures;
  underWay: RequestsUnderWay;
  refusals: SlowedRefusals;
  unread: UnreadAnswers;
  /** Null where nothing is traced. */
  tracer: Tracer | null;
}

/**
 * Adds the limit headers and those of the resource, signs the answer, and delays it until its interaction is durable. Signing and recording run
 * concurrently. If the interaction cannot be stored, `service.unavailable` is answered instead.
 */
export function completeAnswer(
  request: GatewayRequest,
  reply: FastifyReply,
  payload: unknown,
  { limits, recorder, signer, failures, measures }: AnswerParts,
  done: (error: null, payload: unknown) => void,
): void {
  const { requestContext } = request;
  if (requestContext === undefined) {
    measures.answered(null, reply.statusCode, reply.elapsedTime / 1_000, sampledTraceOf(request));
    done(null, payload);
    return;
  }
  const { caller, channel, operation, kind, subjects, items, errorCode, beganAt, deadline, evidence } =
    requestContext;
  const body = addResourceFields(request, reply, payload);
  // These fields would tell the holder of a link how much its project may do.
  if (caller.actor.type !== 'link') void reply.headers(limits.headers(caller, kind, agreedNow()));
  const { id: requestId } = request;
  const address = clientAddress(request);
  const { projectId, actor } = caller;
  const userAgent = request.headers['user-agent'] ?? null;
  const status = requestContext.status ?? reply.statusCode;
  const duration = performance.now() - beganAt;
  let open = 2;
  let answer = body;
  const complete = () => {
    open -= 1;
    if (open > 0) return;
    const seconds = (performance.now() - beganAt) / 1_000;
    measures.answered(operation, reply.statusCode, seconds, sampledTraceOf(request));
    done(null, answer);
  };
  recorder.record(
    {
      requestId,
      projectId,
      channel,
      actor,
      operation,
      subjects: errorCode === null ? subjects : askedSubjects(request, subjects, errorCode),
      items,
      status,
      errorCode,
      duration,
      client: { address, userAgent },
    },
    deadline,
    (durable) => {
      if (!durable) {
        const waited = Math.round(performance.now() - beganAt - duration);
        const error = new UnavailableError({ cause: 'history_not_kept', waited_ms: waited });
        failures.answered({ id: requestId, operation, trace: traceOf(request) }, error);
        request.errorCode = error.code;
        // Nobody will read it, so that it would not end, nor give back what it holds.
        if (payload instanceof Readable) payload.destroy();
        answer = replaceAnswer(reply, requestId, error);
      }
      complete();
    },
  );
  if (evidence === null || (status !== 200 && status !== 304)) complete();
  else prove(signer, { reply, requestId, payload, evidence }, complete);
}

interface Proven {
  reply: FastifyReply;
  requestId: string;
  payload: unknown;
  evidence: AnswerEvidence;
}

function prove(
  signer: AnswerSigner,
  { reply, requestId, payload, evidence }: Proven,
  proven: () => void,
): void {
  const { asOf, binding } = evidence;
  void reply.header(AS_OF, asOf.shown);
  if (binding === null) {
    proven();
    return;
  }
  const answer = binding.answer ?? digestText(payload as string);
  signer.sign(asOf, { ...binding, answer, request_id: requestId }, (signature, path) => {
    // The history may have refused the answer meanwhile; then an error is sent instead.
    if (reply.statusCode === 200) void reply.header(SIGNATURE, signature).header(PATH, path);
    proven();
  });
}

/** Replaces an answer that the history could not store by an error. */
function replaceAnswer(reply: FastifyReply, requestId: string, error: UnavailableError): string {
  void reply.code(error.status).headers(errorHeaders(error)).removeHeader('content-length');
  for (const name of [...EVIDENCE_FIELDS, ...RESOURCE_FIELDS]) void reply.removeHeader(name);
  return JSON.stringify(errorBody(error, requestId));
}

/** The fields that this file adds, for an error that replaces a finished answer. */
const RESOURCE_FIELDS = ['etag', 'location', 'idempotent-replayed'] as const;

/** Answers to callers are stored by their own caches only, and used again only after asking. */
const REVALIDATED = 'private, no-cache';

/**
 * Adds the header fields about the answered resource: `ETag`, the `Location` of a new one, whether the outcome is that of
 * an earlier request with the same `Idempotency-Key`, and how caches may treat it.
 * @returns the body to send; null for a 304, of which the caller has the body already.
 */
function addResourceFields(request: GatewayRequest, reply: FastifyReply, payload: unknown): unknown {
  const { idempotency, requestContext } = request;
  // A digest of a body with a secret would say something of the secret.
  const answeredVersion =
    reply.getHeader('cache-control') === 'no-store' ? undefined : request.answeredVersion;
  if (!reply.hasHeader('cache-control')) void reply.header('cache-control', REVALIDATED);
  if (idempotency?.isReplayed === true) void reply.header('idempotent-replayed', 'true');
  if (reply.statusCode === 201) {
    // A link is created below its record, and read at a path of its own.
    const collection = String(request.routeOptions.url).replace(/^\/v1\/.*\//, '/v1/');
    void reply.header('location', `${collection}/${requestContext?.subjects[0]}`);
  }
  if (answeredVersion === undefined || reply.statusCode >= 300 || typeof payload !== 'string') return payload;
  const tag = entityTag(answeredVersion, payload);
  void reply.header('etag', tag);
  return isKnown(request, tag) ? notModified(request, reply, payload) : payload;
}

function isKnown({ method, headers }: GatewayRequest, tag: string): boolean {
  const known = headers['if-none-match'];
  return known !== undefined && (method === 'GET' || method === 'HEAD') && namesTag(known, tag);
}

function notModified({ method }: GatewayRequest, reply: FastifyReply, payload: string): string | null {
  void reply.code(304);
  // Fastify drops the body of a HEAD itself, and computes the length from it.
  if (method === 'HEAD') return payload;
  void reply.removeHeader('content-type');
  return null;
}
