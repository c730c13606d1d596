import { expect, it } from '@jest/globals';
import { ServiceError } from '@service/contracts';
import { fastify } from 'fastify';
import type { Admission } from '../../admission/admission.js';
import { markConsoleRequest } from '../http/console-request.js';
import type { GatewayRequest } from '../http/gateway-request.js';
import { inert } from '../../testing/inert.js';
import type { ConsoleParts } from './console-parts.js';
import { addSignInRoutes } from './sign-in.routes.js';

const onCopy = {
  requireOriginal: () => {
    throw new ServiceError('service.restored_copy');
  },
} as unknown as Admission;
const given: Record<string, unknown> = {
  admission: onCopy,
  terms: { environment: 'development', local: true },
};

it.each(['/sign-in/passkey', '/sign-in/password', '/invitation/passkey', '/invitation/password'])(
  'nobody is let into a restored copy by %s, and the history tells who tried',
  async (url) => {
    const lines: unknown[] = [];
    const server = fastify();
    server.addHook('onRequest', async ({ raw }) => markConsoleRequest(raw, inert()));
    server.setErrorHandler((error, request: GatewayRequest, reply) => {
      lines.push(request.requestContext?.operation);
      void reply.code(503).send({ code: (error as ServiceError).code });
    });
    addSignInRoutes(
      server,
      new Proxy(inert<ConsoleParts>(), { get: (_, name: string) => given[name] ?? inert() }),
    );
    const path = `/console/development/api${url}`;
    const { body } = await server.inject({ method: 'POST', url: path, payload: {} });
    expect(JSON.parse(body)).toEqual({ code: 'service.restored_copy' });
    expect(lines).toEqual([url.startsWith('/sign-in') ? 'sessions.sign_in' : 'invitations.redeem']);
  },
);
