import { ServiceError, type Environment } from '@service/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { pathOf } from '../../http/route-table.js';
import { CONSOLE_TYPES, type ConsoleFiles } from './console-files.js';
import { consoleRoot } from '../console-path.js';

/** Paths without a view of the page: a missing script must not be answered with the page. */
const NO_VIEW = /^(?:assets|api)(?:\/|$)/;
/** Segments that browsers resolve before they send a path: only an attacker sends them as they are. */
const UNRESOLVED = /(?:^|\/)(?:\.{1,2})?\//;

/** Serves the Console’s page at every path of its environment, and its files. */
export function addConsoleFileRoutes(
  server: FastifyInstance,
  environment: Environment,
  files: ConsoleFiles,
): void {
  const root = consoleRoot(environment);
  const config = { produces: CONSOLE_TYPES };
  const lead = (_request: FastifyRequest, reply: FastifyReply) => reply.redirect(`${root}/`, 302);
  server.get('/console', { config }, lead);
  server.get(root, { config }, lead);
  server.get(`${root}/*`, { config }, async (request, reply) => {
    const asked = pathOf(request.url);
    const path = asked.slice(root.length + 1);
    const isPlain = asked.startsWith(`${root}/`) && !UNRESOLVED.test(path);
    const file = files.at(path);
    if (!isPlain || (file === undefined && NO_VIEW.test(path))) throw new ServiceError('route.not_found');
    await (file ?? files.page).send(request, reply);
  });
}
