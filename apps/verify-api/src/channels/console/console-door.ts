import type { IncomingMessage, ServerResponse } from 'node:http';
import { Injectable } from '@nestjs/common';
import { agreedNow, ServiceError } from '@service/contracts';
import type { AskingSession, Session } from '../../admission/authentication/sessions/session.js';
import { markConsoleRequest, type ConsoleRequest } from '../http/console-request.js';
import type { RequestHandler } from '../http/request-handler.js';
import { belowConsoleApi } from './console-path.js';
import { ConsoleTerms } from './console-terms.js';
import { cookieNames, cookieOf, dropForeignCookies } from './cookies.js';
import { requireOwnPage } from './own-page.js';
import { SessionStore } from './sessions/session-store.js';
import { StepUp } from './step-up/step-up.js';

/** Path of the service’s API below that of the Console. */
const API = '/v1/';
const OF_THE_CONSOLE = /^\/console(?:[/?]|$)/;
/** The path at which browsers arrive from the provider’s pages. */
const FROM_ELSEWHERE = /^\/console\/\w+\/api\/sign-in\/oidc\/callback(?:\?|$)/;
/** Milliseconds between two checks, during a long answer, of whether its session was ended elsewhere. */
const ASKED_EVERY = 200;
/** Header that names the project of a request. */
const PROJECT = 'service-project';
const PROOF = 'service-step-up';

type Found = { session: Session } | { refusal: unknown };

/**
 * Entrance for the Console’s pages: a request below `/console/<environment>/api/v1` goes to the handlers of `/v1`, with a
 * session in the credential’s place. Requests to the sign-in routes pass through it too.
 */
@Injectable()
export class ConsoleDoor {
  private readonly cookie: string;

  constructor(
    private readonly terms: ConsoleTerms,
    private readonly sessions: SessionStore,
    private readonly stepUp: StepUp,
  ) {
    this.cookie = cookieNames(terms.environment, terms.origin.isSecure).session;
  }

  /** @param serve handles all requests, also those that do not concern the Console. */
  handle(request: IncomingMessage, response: ServerResponse, serve: RequestHandler): void {
    dropForeignCookies(request, this.terms.environment);
    const { url = '' } = request;
    if (!OF_THE_CONSOLE.test(url)) return serve(request, response);
    const elsewhere = this.terms.origin.redirectOf(request.headers.host, url);
    if (elsewhere !== null && (request.method === 'GET' || request.method === 'HEAD')) {
      response
        .writeHead(302, { location: elsewhere, 'content-length': 0, 'cache-control': 'no-store' })
        .end();
      return;
    }
    const below = belowConsoleApi(url, this.terms.environment);
    if (below === null) return serve(request, response);
    const isOfService = below.startsWith(API);
    if (isOfService) request.url = below;
    response.setHeader('cache-control', 'no-store');
    this.open(request, isOfService, () => serve(request, response));
  }

  private open(request: IncomingMessage, isOfService: boolean, handle: () => void): void {
    const proceed = (found: Found): void => {
      markConsoleRequest(request, this.known(request, isOfService, found));
      handle();
    };
    const token = cookieOf(request.headers.cookie, this.cookie);
    if (token === null) return proceed({ refusal: new ServiceError('session.missing') });
    void this.sessions
      .find(token)
      .then(
        (session) => ({ session }),
        (refusal: unknown) => ({ refusal }),
      )
      .then(proceed);
  }

  private known(request: IncomingMessage, isOfService: boolean, found: Found): ConsoleRequest {
    const { headers } = request;
    const origin = (): string => this.originOf(request);
    const session = (): AskingSession => {
      origin();
      if ('refusal' in found) throw found.refusal;
      // The routes of sign-in concern no project.
      const project = isOfService ? headers[PROJECT] : undefined;
      return this.asking(found.session, project === undefined ? null : String(project));
    };
    return {
      origin,
      session,
      requireProof: async (act) => {
        const proof = headers[PROOF];
        await this.stepUp.require(session().session, proof === undefined ? undefined : String(proof), act);
      },
    };
  }

  private originOf({ method = '', url = '', headers }: IncomingMessage): string {
    const origin = this.terms.origin.ofRequest(headers.host);
    if (headers.authorization !== undefined) {
      const message = 'The Console takes no Authorization header: its API is `/v1`.';
      throw new ServiceError('authentication.invalid', { message });
    }
    if (!FROM_ELSEWHERE.test(url)) requireOwnPage(method, headers, origin);
    return origin;
  }

  private asking(session: Session, projectId: string | null): AskingSession {
    let askedAt = agreedNow();
    const requireOpen = (now: number): void => {
      this.sessions.requireOpen(session, now);
      if (now - askedAt < ASKED_EVERY) return;
      askedAt = now;
      // If the table cannot be read, an answer under way goes on.
      this.sessions.isOpen(session).catch(() => undefined);
    };
    return { session, projectId, requireOpen };
  }
}
