import { ServiceError, isStorable, type Environment } from '@service/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { requireConsoleRequest } from '../http/console-request.js';
import { admitRequest } from '../http/admit-request.js';
import type { AdmittedOperation } from '../../interface/operation.js';
import type { RequestContext } from '../../interface/request-context.js';
import { consoleOperations } from './console-operations.js';
import type { ConsoleParts } from './console-parts.js';
import { belowConsoleApi, consoleApi } from './console-path.js';
import { ActInput, NewPasskeyInput, NewPasswordInput, StepUpInput } from './inputs.js';
import type { OwnCall } from './keys/own-keys.js';
import { listedSession } from './sessions/shown-session.js';
import { showSession } from './show-session.js';
import { sourceOf } from './sign-in.routes.js';

/** The routes for people who are signed in: their sessions, their keys, and the proofs of who they are. */
export function addSessionRoutes(server: FastifyInstance, parts: ConsoleParts): void {
  const { answers, terms, sessions, ownKeys, stepUp, people } = parts;
  const api = consoleApi(terms.environment);
  /** Admits a person, and has them prove who they are where the operation needs that. */
  const admit = async (request: FastifyRequest, operation: AdmittedOperation) => {
    // Before its admission: a request that did not come through the Console's door must not count as a credential's.
    const known = requireConsoleRequest(request.raw);
    const context = admitRequest(parts.admission, request, operation, Date.now());
    const { session } = known.session();
    if (operation.stepUp === true) await known.requireProof(actOf(request, terms.environment));
    const operator = people.operatorOf(session, Date.now());
    const own: OwnCall = { ...sourceOf(request), operator, sessionId: session.id };
    return { session, operator, own, origin: known.origin(), context };
  };
  const name = ({ context }: { context: RequestContext }, ...subjects: string[]): void => {
    context.subjects = subjects;
  };

  server.get(`${api}/session`, async (request) => {
    const { session, operator } = await admit(request, consoleOperations.read);
    return showSession(parts, session, operator);
  });

  server.delete(`${api}/session`, async (request, reply) => {
    const admitted = await admit(request, consoleOperations.signOut);
    name(admitted, admitted.session.id);
    await sessions.end(admitted.operator.id, admitted.session.id);
    answers.endSession(reply);
    return {};
  });

  server.get(`${api}/sessions`, async (request) => {
    const { session, operator } = await admit(request, consoleOperations.list);
    return { data: (await sessions.list(operator.id)).map((each) => listedSession(each, session.id)) };
  });

  server.delete(`${api}/sessions/:id`, async (request, reply) => {
    const admitted = await admit(request, consoleOperations.end);
    const { id } = request.params as { id: string };
    name(admitted, id);
    if (!isStorable(id)) throw new ServiceError('session.not_found');
    if (!(await sessions.end(admitted.operator.id, id))) throw new ServiceError('session.not_found');
    if (id === admitted.session.id) answers.endSession(reply);
    return {};
  });

  server.get(`${api}/keys`, async (request) => {
    const { operator } = await admit(request, consoleOperations.listKeys);
    return { data: await ownKeys.list(operator) };
  });

  server.post(`${api}/keys/passkey/options`, async (request) => {
    const { origin, own } = await admit(request, consoleOperations.askKey);
    requireLocal();
    return ownKeys.passkeyOptions(origin, own);
  });

  server.post(`${api}/keys/passkey`, async (request) => {
    const admitted = await admit(request, consoleOperations.addKey);
    requireLocal();
    name(admitted, admitted.operator.id);
    const answer = answers.input(request, NewPasskeyInput);
    return { thumbprint: await ownKeys.addPasskey(admitted.origin, admitted.own, answer) };
  });

  server.post(`${api}/keys/password`, async (request, reply) => {
    const admitted = await admit(request, consoleOperations.addKey);
    requireLocal();
    name(admitted, admitted.operator.id);
    const { session, own } = admitted;
    const thumbprint = await ownKeys.setPassword(own, answers.input(request, NewPasswordInput).password);
    // Sessions that were opened with the former password end, but this one.
    const changed = session.method === 'password' ? { key: thumbprint } : {};
    answers.setSession(reply, await sessions.renew(session, changed));
    return { thumbprint };
  });

  server.delete(`${api}/keys/:thumbprint`, async (request) => {
    const admitted = await admit(request, consoleOperations.removeKey);
    name(admitted, admitted.operator.id);
    await ownKeys.remove(admitted.own, (request.params as { thumbprint: string }).thumbprint);
    return {};
  });

  server.post(`${api}/step-up/options`, async (request) => {
    const { session, operator, origin } = await admit(request, consoleOperations.askStepUp);
    const { project_id: projectId, body_digest: bodyDigest, ...act } = answers.input(request, ActInput);
    const asked = await stepUp.options(origin, session, operator, { ...act, projectId, bodyDigest });
    if (asked.method !== 'oidc') return asked;
    const challenge = encodeURIComponent(asked.challenge_id);
    const location = `${api}/sign-in/oidc?step_up=${challenge}`;
    return { ...asked, location };
  });

  server.post(`${api}/step-up`, async (request, reply) => {
    const admitted = await admit(request, consoleOperations.stepUp);
    const { session, operator, origin } = admitted;
    name(admitted, operator.id);
    const answer = answers.input(request, StepUpInput);
    const proof = await stepUp.prove(origin, session, operator, answer, answers.client(request));
    answers.setSession(reply, await sessions.renew(session, { steppedUp: true }));
    return { proof };
  });

  function requireLocal(): void {
    if (!terms.local) throw new ServiceError('session.method_closed');
  }
}

function actOf({ raw, method, body }: FastifyRequest, environment: Environment) {
  const path = `api${belowConsoleApi(raw.url ?? '', environment)}`;
  return { method, path, projectId: null, body: Buffer.isBuffer(body) ? body : null };
}
