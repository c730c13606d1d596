import { Inject, Injectable } from '@nestjs/common';
import {
  agreedNow,
  ServiceError,
  invalidRequest,
  type Environment,
  type ErrorCode,
  type LinkSnapshot,
} from '@service/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { payerOf } from '../admission/authentication/caller.js';
import { Admission } from '../admission/admission.js';
import type { RateRule } from '../admission/limits/rules.js';
import { Limits } from '../admission/limits/limits.js';
import { Operations } from '../admission/operations.js';
import { CONSOLE_TYPES, type ConsoleFiles } from '../channels/console/files/console-files.js';
import { clientNetwork } from '../channels/http/client-address.js';
import type { GatewayRequest } from '../channels/http/gateway-request.js';
import { HeaderPreferences } from '../channels/http/header-preferences.js';
import { JSON_ANSWER } from '../channels/http/media-types.js';
import { onceGone } from '../channels/http/once-gone.js';
import { requireEnvironment } from '../channels/http/route-table.js';
import { traceOf } from '../channels/http/request-trace.js';
import { ENVIRONMENT } from '../infrastructure/injection-tokens.js';
import type { Call } from '../interface/call.js';
import { defineOperation } from '../interface/operation.js';
import { beginContext, type RequestContext } from '../interface/request-context.js';
import { KnownLinks } from './known-link.js';
import { OpenLink, type Opening } from './open-link.js';

/** The one operation of links themselves; it is outside of `/v1`, where every caller has a credential. */
const opening = defineOperation({
  name: 'links.open',
  access: 'verify',
  summary: 'Open a link',
  answer: 'EvidenceBundle',
  proves: 'signed position',
  useCase: OpenLink,
  execute: (links: OpenLink, call, opened: Opening) => links.execute(call, opened),
  subjectsOf: ({ link }: Opening) => [link.record_id, link.id],
});

/** Openings from one network, right or wrong. */
const PER_NETWORK: RateRule = { perSecond: 1, burst: 60 };
const NEVER = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' };
/** Bytes: the request that opens a link needs no body. */
const BODY_LIMIT = 1;
const REFUSALS_OF_LIMITS: readonly ErrorCode[] = ['rate.limited', 'quota.exceeded'];
const RETRY_AFTER_SECONDS = 2;
const SIZE = /^[1-9][0-9]{0,14}$/;

/** The page of links, its files, and what it asks. */
@Injectable()
export class LinkRoutes {
  constructor(
    @Inject(ENVIRONMENT) private readonly environment: Environment,
    private readonly known: KnownLinks,
    private readonly limits: Limits,
    private readonly admission: Admission,
    private readonly operations: Operations,
  ) {}

  /** @param files the built pages; null where there are none. */
  addTo(server: FastifyInstance, files: Pick<ConsoleFiles, 'linkPage' | 'at'> | null): void {
    server.post('/v/:environment/open', {
      bodyLimit: BODY_LIMIT,
      // Before the body is read.
      onRequest: async (request, reply) => this.limit(request, reply),
      handler: (request: GatewayRequest, reply) => this.open(request, reply).catch(refuse),
    });
    if (files === null) return;
    const config = { produces: CONSOLE_TYPES };
    server.get('/v/:environment', { config }, async (request, reply) => {
      requireEnvironment(request, this.environment);
      await files.linkPage.send(request, reply);
      return reply;
    });
    server.get('/v/:environment/assets/:name', { config }, async (request, reply) => {
      requireEnvironment(request, this.environment);
      const { name = '' } = request.params as { name?: string };
      const file = files.at(`assets/${name}`) ?? files.at(name);
      if (file === undefined) throw new ServiceError('route.not_found');
      await file.send(request, reply);
      return reply;
    });
  }

  private limit(request: FastifyRequest, reply: FastifyReply): void {
    requireEnvironment(request, this.environment);
    void reply.headers(NEVER);
    try {
      this.limits.takeFor(`${opening.name}:${clientNetwork(request)}`, PER_NETWORK, agreedNow());
    } catch (error) {
      refuse(error);
    }
  }

  private async open(request: GatewayRequest, reply: FastifyReply): Promise<FastifyReply> {
    const beganAt = performance.now();
    const from = fromOf(request);
    const { authorization } = request.headers;
    const link = await this.known.of(authorization);
    const caller = this.known.callerOf(link);
    const requireStillAdmitted = () => this.known.requireOpen(link);
    const context = beginContext(opening, { caller, channel: 'api', requireStillAdmitted }, beganAt);
    context.subjects = [link.record_id, link.id];
    this.allow(context, link);
    // From here on a refusal is recorded: the secret is right, and the link's limit bounds what its holders write into the history.
    request.requestContext = context;
    request.place?.enterFor(payerOf(caller));
    this.known.requireOpen(link);
    const call = {
      ...caller,
      requestId: request.id,
      ...traceOf(request),
      versions: { known: new Map(), written: new Map() },
      idempotency: null,
      preferences: new OpeningPreferences(request, reply),
      onGone: (listener: () => void) => onceGone(reply.raw, listener),
      requestContext: context,
      network: '',
    } as Call;
    const begin = () => this.operations.run(opening, call, { link, from });
    const { place } = request;
    const text = await (place === undefined ? begin() : place.inTurn(begin, requireStillAdmitted));
    // It may have been revoked meanwhile, or have expired.
    this.known.requireOpen(await this.known.of(authorization));
    return reply.type(JSON_ANSWER).send(text);
  }

  /** Who holds a link that has ended is answered alike by its limit, too. */
  private allow(context: RequestContext, link: LinkSnapshot): void {
    try {
      this.admission.allow(context, opening, agreedNow());
    } catch (refusal) {
      this.known.requireOpen(link);
      throw refusal;
    }
  }
}

/** Whoever holds a link has a nonce signed, but does not say how long the service waits. */
class OpeningPreferences extends HeaderPreferences {
  override wantedWait(otherwise = 0): number {
    return otherwise;
  }
}

/** Hides which limit was reached: the holder of a link may not learn what its project may do, or has done. */
function refuse(error: unknown): never {
  if (error instanceof ServiceError && REFUSALS_OF_LIMITS.includes(error.code)) {
    const message = 'Links are opened too often from here, or this one is.';
    throw new ServiceError('rate.limited', { message }, RETRY_AFTER_SECONDS);
  }
  throw error;
}

/** @throws ServiceError `request.invalid`. */
function fromOf({ query, body }: GatewayRequest): number | null {
  if (Buffer.isBuffer(body) && body.length > 0) throw invalidRequest('body', 'must be empty');
  const { from, ...others } = query as Record<string, unknown>;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw invalidRequest(unknown, 'is unknown');
  if (from === undefined) return null;
  if (typeof from === 'string' && SIZE.test(from)) return Number(from);
  throw invalidRequest('from', 'must be the size of a log');
}
