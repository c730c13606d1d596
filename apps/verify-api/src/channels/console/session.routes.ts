import { ServiceError, isStorable } from '@service/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AdmittedOperation } from '../../interface/operation.js';
import type { RequestContext } from '../../interface/request-context.js';
import { admitPerson } from './admit-person.js';
import { consoleOperations } from './console-operations.js';
import type { ConsoleParts } from './console-parts.js';
import { consoleApi } from './console-path.js';
import { NewPasskeyInput, NewPasswordInput } from './inputs.js';
import { listedSession } from './sessions/shown-session.js';
import { showSession } from './show-session.js';

/** The routes for people who are signed in: their sessions and their keys. */
export function addSessionRoutes(server: FastifyInstance, parts: ConsoleParts): void {
  const { answers, terms, sessions, ownKeys } = parts;
  const api = consoleApi(terms.environment);
  const admit = (request: FastifyRequest, operation: AdmittedOperation) =>
    admitPerson(parts, request, operation);
  const name = ({ context }: { context: RequestContext }, ...subjects: string[]): void => {
    context.subjects = subjects;
  };

  server.get(`${api}/session`, async (request, reply) => {
    try {
      const { session, operator } = await admit(request, consoleOperations.read);
      return await showSession(parts, session, operator);
    } catch (error) {
      // Every page asks first who is there; that it is nobody belongs into no browser's log of errors.
      if (error instanceof ServiceError && error.code === 'session.missing') return reply.code(204).send();
      throw error;
    }
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
    // All other sessions that were opened with the former password end.
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

  function requireLocal(): void {
    if (!terms.local) throw new ServiceError('session.method_closed');
  }
}
