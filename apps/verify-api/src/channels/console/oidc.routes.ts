import { ServiceError, type Environment } from '@service/contracts';
import { serviceErrorOf } from '@service/messaging/commands';
import type { FastifyInstance } from 'fastify';
import { requireConsoleRequest } from '../http/console-request.js';
import type { GatewayRequest } from '../http/gateway-request.js';
import { consoleOperations } from './console-operations.js';
import type { ConsoleParts } from './console-parts.js';
import { consoleApi, consoleRoot } from './console-path.js';
import { movesOn, pathInConsole } from './small-page.js';
import { openSession, recorded, sourceOf } from './sign-in.routes.js';

export const PAGES = { config: { produces: ['text/html', 'application/json'] } };

/** Path to which the provider sends browsers back. */
export function oidcCallback(environment: Environment): string {
  return `${consoleApi(environment)}/sign-in/oidc/callback`;
}

/** Adds the routes that send browsers to the OIDC provider, and receive them from it. */
export function addOidcRoutes(server: FastifyInstance, parts: ConsoleParts): void {
  const { answers, terms, attempts, challenges, oidc } = parts;
  const root = consoleRoot(terms.environment);
  const api = consoleApi(terms.environment);
  const callback = oidcCallback(terms.environment);

  server.get(`${api}/sign-in/oidc`, PAGES, async (request, reply) => {
    const origin = requireConsoleRequest(request.raw).origin();
    attempts.takeRequest(answers.client(request));
    const { return_to } = request.query as { return_to?: unknown };
    const wanted = { returnTo: pathInConsole(root, return_to), stepUp: null };
    const { location, flow } = await oidc.provider.begin(origin + callback, wanted);
    answers.keepFlow(reply, flow);
    return reply.redirect(location, 302);
  });

  server.get(`${api}/sign-in/oidc/callback`, PAGES, async (request, reply) => {
    const origin = requireConsoleRequest(request.raw).origin();
    attempts.takeRequest(answers.client(request));
    const back = new URL(`${origin}${request.raw.url}`);
    const flow = answers.flow(request);
    // Coming from the provider’s site, the browser has not sent the session’s cookie.
    if (flow !== null && flow.stepUp !== null)
      return movesOn(reply, `${api}/step-up/oidc/callback${back.search}`);
    answers.endFlow(reply);
    try {
      return await recorded(parts, request, consoleOperations.signIn, async () => {
        if (flow === null) throw new ServiceError('session.challenge_invalid');
        await challenges.spend({ challenge: `oidc:${flow.state}`, expiresAt: flow.expiresAt });
        const proven = await oidc.finish(back, flow, sourceOf(request));
        await openSession(parts, request, reply, proven);
        return movesOn(reply, flow.returnTo);
      });
    } catch (error) {
      const refusal = serviceErrorOf(error);
      if (refusal === null) throw error;
      noteRefusal(request, refusal);
      // A page, since nobody reads JSON in a browser’s window.
      return movesOn(reply, `${root}/sign-in?refused=${refusal.code}`);
    }
  });
}

/** Notes a refusal that is answered as a page, for the history. */
export function noteRefusal({ requestContext }: GatewayRequest, { code, status }: ServiceError): void {
  if (requestContext === undefined) return;
  requestContext.errorCode = code;
  requestContext.status = status;
}
