import { fastify, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { answerError } from './answer-error.js';
import type { AnswerParts } from './complete-answer.js';
import { addEndHook, addHttpHooks, missing, serverOptions } from './http-hooks.js';
import { RouteTable } from './route-table.js';
import { compressOnce, preferredCoding } from './content-encoding.js';

/** Characters from which a list is compressed: below, it is one or two packets anyway. */
const SMALLEST = 4_096;
/** Most lists that are compressed at a time; others are sent as they are, so that no queue of them grows. */
const MOST_AT_ONCE = 16;

/**
 * Compresses the lists of a server, last of all: signatures and tags are about the text. A list is a GET’s
 * `{"data":[`. Never what holds a secret, whose length would betray it beside a text that an attacker chooses
 * (BREACH): this is what must not be stored.
 */
function addListCompression(server: FastifyInstance): void {
  let running = 0;
  // With a callback: most answers are no lists, and need no promise.
  server.addHook('onSend', (request, reply, payload, done) => {
    if (!isList(request, reply, payload)) {
      done(null, payload);
      return;
    }
    void reply.header('vary', variesByEncoding(reply.raw.getHeader('vary')));
    const coding = preferredCoding(request.headers['accept-encoding']);
    if (coding === null || payload.length < SMALLEST || running >= MOST_AT_ONCE) {
      done(null, payload);
      return;
    }
    running += 1;
    compressOnce(payload, coding, (error, body) => {
      running -= 1;
      if (error === null) void reply.header('content-encoding', coding).removeHeader('content-length');
      done(null, error === null ? body : payload);
    });
  });
}

function isList({ method }: FastifyRequest, reply: FastifyReply, payload: unknown): payload is string {
  return (
    (method === 'GET' || method === 'HEAD') &&
    reply.statusCode === 200 &&
    typeof payload === 'string' &&
    payload.startsWith('{"data":[') &&
    reply.getHeader('cache-control') !== 'no-store'
  );
}

/** The value of `Vary` that names the coding beside the fields of the answer so far. */
function variesByEncoding(present: number | string | readonly string[] | undefined): string {
  return [present ?? [], 'Accept-Encoding'].flat().join(', ');
}

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
