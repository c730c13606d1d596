import type { Readable } from 'node:stream';
import { agreedNow, invalidRequest, type Environment } from '@service/contracts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { callerKey } from '../../admission/authentication/caller.js';
import { isRepeatable, isSigned, routeOf } from '../../interface/operation-route.js';
import type { Limits } from '../../admission/limits/limits.js';
import type { Admission } from '../../admission/admission.js';
import type { Call, RequestVersions } from '../../interface/call.js';
import type { AnyOperation, AdmittedOperation } from '../../interface/operation.js';
import type { Operations } from '../../admission/operations.js';
import type { ShownVersions, Versions } from '../../views/shown-versions.js';
import { deprecationFields } from '../../interface/deprecation.js';
import { admitRequest } from './admit-request.js';
import { clientNetwork } from './client-address.js';
import type { ConsistencyTokens } from './consistency-tokens.js';
import { consoleRequestOf, type Act, type ConsoleRequest } from './console-request.js';
import type { GatewayRequest } from './gateway-request.js';
import { HeaderPreferences } from './header-preferences.js';
import { idempotencyOf } from './request-idempotency.js';
import { parseIfMatch } from './if-match.js';
import { onceGone } from './once-gone.js';
import { bodyOf, exportFormatOf, exported, noteVersion, producedBy } from './operation-answer.js';
import { bodyParserOf, inputReaderOf, type InputReader } from './operation-input.js';
import { traceOf } from './request-trace.js';
import { requireEnvironment } from './route-table.js';

/** The services that answer operations over HTTP. */
export interface RouteParts {
  environment: Environment;
  admission: Admission;
  operations: Operations;
  tokens: ConsistencyTokens;
  shown: ShownVersions;
  limits: Limits;
}

const NONE: Versions = new Map();

/** Serves an operation at its route. */
export function addOperationRoute(server: FastifyInstance, operation: AnyOperation, parts: RouteParts): void {
  const { method, path: url } = routeOf(operation);
  const handler = new OperationHandler(operation, parts);
  const config = { produces: producedBy(operation) };
  server.route({ method, url, config, handler: (request, reply) => handler.handle(request, reply) });
}

/**
 * Handles the requests for one operation, in one order: the credential before the body, a proof and written versions
 * before the input. It is a promise only where something must be waited for, so that a verification needs none.
 */
class OperationHandler {
  private readonly readInput: InputReader;
  private readonly parseBody: (raw: unknown) => unknown;
  private readonly isSigned: boolean;
  private readonly isRepeatable: boolean;

  constructor(
    private readonly operation: AnyOperation,
    private readonly parts: RouteParts,
  ) {
    this.readInput = inputReaderOf(operation);
    this.parseBody = bodyParserOf(operation.input);
    this.isSigned = isSigned(operation);
    this.isRepeatable = isRepeatable(operation);
  }

  /** @throws ServiceError of admission, of the input and of the use case. */
  handle(request: GatewayRequest, reply: FastifyReply): unknown {
    const { operation } = this;
    announceEnd(operation, reply);
    if (operation.access === 'public') {
      this.admit(request);
      return this.begin(request, reply);
    }
    const admitted = this.parts.admission.onceKnown(() => this.admit(request));
    return admitted instanceof Promise
      ? admitted.then(() => this.beginInTurn(request, reply))
      : this.beginInTurn(request, reply);
  }

  private beginInTurn(request: GatewayRequest, reply: FastifyReply): unknown {
    const begin = () => this.begin(request, reply);
    const { place, requestContext } = request;
    return place === undefined ? begin() : place.inTurn(begin, () => requestContext?.requireStillAdmitted());
  }

  private begin(request: GatewayRequest, reply: FastifyReply): unknown {
    const { operation } = this;
    void reply.code(operation.status ?? 200);
    const caching = operation.answersSecret === true ? 'no-store' : operation.caching;
    if (caching !== undefined) void reply.header('cache-control', caching);
    const token = request.headers['service-consistency-token'];
    // Only people step up: a credential is nobody who could be asked.
    const person = operation.stepUp === true ? consoleRequestOf(request.raw) : undefined;
    const waits = person !== undefined || (token !== undefined && request.requestContext !== undefined);
    return waits ? this.prepareAndAnswer(request, reply, token, person) : this.answer(request, reply, NONE);
  }

  private admit(request: GatewayRequest): void {
    const { operation, parts } = this;
    requireEnvironment(request, parts.environment);
    if (operation.perNetwork !== undefined) {
      const key = `${operation.name}:${clientNetwork(request)}`;
      parts.limits.takeFor(key, operation.perNetwork, agreedNow());
    }
    if (operation.access === 'public') return;
    const context = admitRequest(parts.admission, request, operation, agreedNow());
    // Set before the operation runs, so that a request that is refused earlier also names its subject.
    const { id } = request.params as { id?: string };
    if (id !== undefined) context.subjects = [id];
    if (this.isRepeatable) {
      request.idempotency = idempotencyOf(request, callerKey(context.caller), this.parseBody);
    }
  }

  private async prepareAndAnswer(
    request: GatewayRequest,
    reply: FastifyReply,
    token: string | string[] | undefined,
    person: ConsoleRequest | undefined,
  ): Promise<unknown> {
    const { operation, parts } = this;
    await person?.requireProof(actOf(request));
    if (token === undefined) return this.answer(request, reply, NONE);
    const projectId = request.requestContext?.caller.projectId ?? null;
    const known = parts.tokens.read(String(token), projectId);
    await parts.shown.require(known, operation.kind !== 'verify');
    return this.answer(request, reply, known);
  }

  private answer(request: GatewayRequest, reply: FastifyReply, known: Versions): unknown {
    const { operation, parts } = this;
    const { headers, requestContext } = request;
    if (operation.itemsOf !== undefined) refuseVersion(request);
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    // A malformed field is refused for lists too, though they have no version: the caller should learn of the mistake.
    const expected = isRead && requestContext !== undefined ? parseIfMatch(headers['if-match']) : null;
    const versions: RequestVersions = { known, written: new Map() };
    const call = callOf(request, reply, versions);
    // Refused before the body is read.
    if (this.isSigned) call.preferences.nonce();
    const input = this.readInput(request);
    const format = operation.exportedBy === undefined ? null : exportFormatOf(headers.accept);
    const answered =
      format === null
        ? parts.operations.run(operation, call, input)
        : parts.operations.run(operation.exportedBy as AnyOperation, call, Object.assign(input, { format }));
    const complete = (answer: unknown): unknown => {
      if (format !== null) return exported(reply, answer as Readable, format);
      noteVersion(operation, request, reply, answer, expected);
      if (versions.written.size > 0) {
        const token = parts.tokens.sign(requestContext?.caller.projectId ?? null, versions.written);
        void reply.header('service-consistency-token', token);
      }
      return bodyOf(operation, request, reply, answer);
    };
    return answered instanceof Promise ? answered.then(complete) : complete(answered);
  }
}

/** What a use case knows of the request; of one without a credential, less. */
function callOf(request: GatewayRequest, reply: FastifyReply, versions: RequestVersions): Call {
  const { requestContext = null, id: requestId, idempotency = null } = request;
  return {
    ...requestContext?.caller,
    requestId,
    ...traceOf(request),
    versions,
    idempotency,
    preferences: new HeaderPreferences(request, reply),
    onGone: (listener: () => void) => onceGone(reply.raw, listener),
    requestContext,
    network: requestContext === null ? clientNetwork(request) : '',
  } as Call;
}

/** What a proof must be for. */
function actOf({ raw, method, body, requestContext }: GatewayRequest): Act {
  return {
    method,
    path: raw.url ?? '',
    projectId: requestContext?.caller.projectId ?? null,
    body: Buffer.isBuffer(body) ? body : null,
  };
}

/** @throws ServiceError `request.invalid`: the items of a batch have versions of their own. */
function refuseVersion({ headers }: GatewayRequest): void {
  if (headers['if-match'] === undefined) return;
  throw invalidRequest('If-Match', 'is not for a batch: an item of a change can have a `version`');
}

/** Adds the header fields of a deprecated operation, before anything can be refused: errors have them too. */
function announceEnd({ deprecation }: AdmittedOperation, reply: FastifyReply): void {
  if (deprecation !== undefined) void reply.headers(deprecationFields(deprecation));
}
