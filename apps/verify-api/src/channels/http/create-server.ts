import { fastify, type FastifyInstance } from 'fastify';
import { answerError } from './answer-error.js';
import type { AnswerParts } from './complete-answer.js';
import { addListCompression } from './compress-lists.js';
import { addEndHook, addHttpHooks, missing, serverOptions } from './http-hooks.js';
import { RouteTable } from './route-table.js';

/** Creates the gateway's server, without routes. It listens on no port: see `HttpListener`. */
export function createServer(parts: AnswerParts): FastifyInstance {
  const { failures } = parts;
  const routes = new RouteTable();
  const server = fastify(serverOptions(failures));
  addHttpHooks(server, routes, parts);
  addListCompression(server);
  addEndHook(server);
  server.setErrorHandler((error, request, reply) => answerError(request, reply, error, failures));
  server.setNotFoundHandler((request, reply) =>
    answerError(request, reply, missing(routes, request, reply), failures),
  );
  return server;
}
