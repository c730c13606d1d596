import { ServiceError } from '@service/contracts';
import { serviceErrorOf } from '@service/messaging/commands';
import type { FastifyInstance } from 'fastify';
import { requireConsoleRequest } from '../http/console-request.js';
import type { GatewayRequest } from '../http/gateway-request.js';
import { consoleOperations } from './console-operations.js';
import type { ConsoleParts } from './console-parts.js';
import { consoleApi, consoleRoot } from './console-path.js';
import { movesOn, pathInConsole, says } from './small-page.js';
import type { OidcSignIn } from './sign-in/oidc-sign-in.js';
import { openSession, recorded, sourceOf } from './sign-in.routes.js';

/** Of a sealed challenge; a cookie has no place for a longer text. */
const LONGEST_CHALLENGE = 1_000;
const PAGES = { config: { produces: ['text/html', 'application/json'] } };

/** The way to the OIDC provider and back. */
export function addOidcRoutes(server: FastifyInstance, parts: ConsoleParts, oidc: OidcSignIn | null): void {
  const { answers, terms, attempts, challenges } = parts;
  const root = consoleRoot(terms.environment);
  const api = consoleApi(terms.environment);
  const callback = `${api}/sign-in/oidc/callback`;
  const open = (): OidcSignIn => {
    if (oidc === null) throw new ServiceError('session.method_closed');
    return oidc;
  };

  server.get(`${api}/sign-in/oidc`, PAGES, async (request, reply) => {
    const origin = requireConsoleRequest(request.raw).origin();
    attempts.takeRequest(answers.client(request));
    const { return_to, step_up } = request.query as { return_to?: unknown; step_up?: unknown };
    const wanted = {
      returnTo: pathInConsole(root, return_to),
      stepUp: typeof step_up === 'string' && step_up.length <= LONGEST_CHALLENGE ? step_up : null,
    };
    const { location, flow } = await open().provider.begin(origin + callback, wanted);
    answers.keepFlow(reply, flow);
    return reply.redirect(location, 302);
  });

  server.get(`${api}/sign-in/oidc/callback`, PAGES, async (request, reply) => {
    const origin = requireConsoleRequest(request.raw).origin();
    attempts.takeRequest(answers.client(request));
    const provider = open();
    const back = new URL(`${origin}${request.raw.url}`);
    const operation = consoleOperations.signIn;
    try {
      return await recorded(parts, request, operation, async () => {
        const flow = answers.takeFlow(request, reply);
        if (flow === null) throw new ServiceError('session.challenge_invalid');
        await challenges.spend({ challenge: `oidc:${flow.state}`, expiresAt: flow.expiresAt });
        if (flow.stepUp !== null) {
          await provider.finishStepUp(back, flow);
          return says(reply, 'You have proven who you are. Close this window, and go on in the other one.');
        }
        const proven = await provider.finish(back, flow, sourceOf(request));
        await openSession(parts, request, reply, proven);
        return movesOn(reply, flow.returnTo);
      });
    } catch (error) {
      const refusal = serviceErrorOf(error);
      if (refusal === null) throw error;
      noteRefusal(request, refusal);
      // Nobody reads JSON in a browser’s window.
      return movesOn(reply, `${root}/sign-in?refused=${refusal.code}`);
    }
  });
}

function noteRefusal({ requestContext }: GatewayRequest, { code, status }: ServiceError): void {
  if (requestContext === undefined) return;
  requestContext.errorCode = code;
  requestContext.status = status;
}
