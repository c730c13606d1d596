import { ServiceError } from '@service/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { requireConsoleRequest } from '../http/console-request.js';
import type { GatewayRequest } from '../http/gateway-request.js';
import { traceOf } from '../http/request-trace.js';
import { signedInContext, strangerContext } from './console-context.js';
import { relyingParty } from './console-origin.js';
import { consoleApi } from './console-path.js';
import { consoleOperations } from './console-operations.js';
import type { ConsoleParts } from './console-parts.js';
import {
  AnswerInput,
  InvitationInput,
  PasskeyRedeemerInput,
  PasswordRedeemerInput,
  PasswordSignInInput,
  RedeemerInput,
} from './inputs.js';
import type { ProvenKey } from './keys/known-operators.js';
import type { Redeeming } from './sign-in/invitations.js';
import { RefusedSignIn } from './sign-in/sign-in.js';
import { showSession } from './show-session.js';

/** The routes for people who are not signed in yet, at the paths below `/console/<environment>/api`. */
export function addSignInRoutes(server: FastifyInstance, parts: ConsoleParts): void {
  const { answers, terms, signIn, invitations, attempts, operators } = parts;
  const api = consoleApi(terms.environment);
  const asking = (request: FastifyRequest): string => {
    const origin = requireConsoleRequest(request.raw).origin();
    attempts.takeRequest(answers.client(request));
    return origin;
  };
  const local = (request: FastifyRequest): string => {
    const origin = asking(request);
    if (!terms.local) throw new ServiceError('session.method_closed');
    return origin;
  };

  server.get(`${api}/sign-in`, (request) => {
    const origin = asking(request);
    return {
      environment: terms.environment,
      passkeys: { rp_id: relyingParty(origin) },
      passwords: terms.local,
      oidc: terms.oidc === null ? null : { label: terms.oidc.label },
      has_operators: operators.hasAny(),
    };
  });

  server.post(`${api}/sign-in/passkey/options`, (request) => signIn.passkeyOptions(local(request)));

  server.post(`${api}/sign-in/passkey`, (request, reply) => {
    const origin = local(request);
    return recorded(parts, request, consoleOperations.signIn, async () => {
      const { challenge_id, credential } = answers.input(request, AnswerInput);
      return openSession(parts, request, reply, await signIn.byPasskey(origin, challenge_id, credential));
    });
  });

  server.post(`${api}/sign-in/password`, (request, reply) => {
    local(request);
    return recorded(parts, request, consoleOperations.signIn, async () => {
      const { address, password } = answers.input(request, PasswordSignInInput);
      const proven = await signIn.byPassword(answers.client(request), address, password);
      return openSession(parts, request, reply, proven);
    });
  });

  server.post(`${api}/invitation`, async (request) => {
    local(request);
    const invitation = await invitations.show(answers.input(request, InvitationInput).token);
    return { ...invitation, environment: terms.environment };
  });

  server.post(`${api}/invitation/passkey/options`, (request) => {
    const origin = local(request);
    const { token, ...profile } = answers.input(request, RedeemerInput);
    return invitations.passkeyOptions(origin, token, profile);
  });

  server.post(`${api}/invitation/passkey`, (request, reply) => {
    const origin = local(request);
    return recorded(parts, request, consoleOperations.redeem, async () => {
      const { token, name, address, ...answer } = answers.input(request, PasskeyRedeemerInput);
      const profile = { name, address };
      const source = sourceOf(request);
      const proven = await invitations.redeemByPasskey(origin, token, profile, answer, source);
      return openSession(parts, request, reply, proven);
    });
  });

  server.post(`${api}/invitation/password`, (request, reply) => {
    local(request);
    return recorded(parts, request, consoleOperations.redeem, async () => {
      const { token, name, address, password } = answers.input(request, PasswordRedeemerInput);
      const profile = { name, address };
      const proven = await invitations.redeemByPassword(token, profile, password, sourceOf(request));
      return openSession(parts, request, reply, proven);
    });
  });
}

/**
 * Answers a request that leaves a line in the history, also when the sign-in fails.
 * @throws ServiceError `service.restored_copy`, and what `answer` throws.
 */
export async function recorded<Answer>(
  { admission }: Pick<ConsoleParts, 'admission'>,
  request: GatewayRequest,
  operation: (typeof consoleOperations)[keyof typeof consoleOperations],
  answer: () => Promise<Answer>,
): Promise<Answer> {
  const context = strangerContext(operation);
  request.requestContext = context;
  try {
    admission.requireOriginal(operation);
    return await answer();
  } catch (refusal) {
    if (refusal instanceof RefusedSignIn && refusal.operatorId !== null)
      context.subjects = [refusal.operatorId];
    throw refusal;
  }
}

/** Opens a session for an operator who has proved a key, and ends the browser’s former one. */
export async function openSession(
  parts: ConsoleParts,
  request: GatewayRequest,
  reply: FastifyReply,
  { operator, thumbprint, row }: ProvenKey,
) {
  const { sessions, answers } = parts;
  const former = formerSession(request);
  const opened = await sessions.open(operator.id, thumbprint, row.kind, answers.client(request));
  if (former !== null) await sessions.end(former.operatorId, former.id);
  answers.setSession(reply, opened);
  if (request.requestContext !== undefined) {
    request.requestContext = signedInContext(operator.id, opened.session.id, request.requestContext);
  }
  return showSession(parts, opened.session, operator);
}

function formerSession(request: FastifyRequest) {
  try {
    return requireConsoleRequest(request.raw).session().session;
  } catch {
    return null;
  }
}

export function sourceOf(request: FastifyRequest): Redeeming {
  return { requestId: request.id, ...traceOf(request) };
}
