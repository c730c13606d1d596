import { agreedNow, invalidRequest } from '@service/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { askingOf } from '../http/admit-request.js';
import { requireConsoleRequest } from '../http/console-request.js';
import type { GatewayRequest } from '../http/gateway-request.js';
import type { Admission } from '../../admission/admission.js';
import type { RequestContext } from '../../interface/request-context.js';
import { follow } from './follow.operation.js';
import type { LiveStreams } from './live-streams.js';
import { TOPICS, type Topic } from './live-topics.js';

const EVENT_STREAM = 'text/event-stream';

/** Keeps caches from storing a stream, and proxies from collecting it before they pass it on. */
const UNBUFFERED = { 'cache-control': 'no-store', 'x-accel-buffering': 'no' };

/**
 * Adds the stream of changes to the routes for people who are signed in, below the API of the Console. Opening it is one line of the history. A stream
 * names its project in the query.
 */
export function addStreamRoute(
  server: FastifyInstance,
  path: string,
  { admission, streams }: { admission: Admission; streams: LiveStreams },
): void {
  server.get(
    path,
    { exposeHeadRoute: false, config: { produces: [EVENT_STREAM] } },
    async (request, reply) => {
      const { project, topics } = request.query as { project?: unknown; topics?: unknown };
      const context = admit(admission, request, projectOf(project));
      const wish = { topics: topicsOf(topics), cursor: cursorOf(request) };
      const { projectId, capabilities, actor } = context.caller;
      const { requireStillAdmitted } = context;
      const body = await streams.follow({ projectId, capabilities, actor, requireStillAdmitted }, wish);
      return reply.headers(UNBUFFERED).type(EVENT_STREAM).send(body);
    },
  );
}

function admit(admission: Admission, request: GatewayRequest, projectId: string | null): RequestContext {
  const session = { ...requireConsoleRequest(request.raw).session(), projectId };
  return admission.admit({ ...askingOf(request), channel: 'console', session }, follow, agreedNow());
}

function projectOf(project: unknown): string | null {
  if (project === undefined) return null;
  if (typeof project !== 'string') throw invalidRequest('project', 'must be given once');
  return project;
}

/** @throws ServiceError `request.invalid` for an invalid list of topics. */
function topicsOf(topics: unknown): Topic[] {
  const names = typeof topics === 'string' ? topics.split(',') : [];
  const known = TOPICS.filter((topic) => names.includes(topic));
  if (known.length === 0 || names.some((name) => !known.some((topic) => topic === name))) {
    throw invalidRequest('topics', `must be some of ${TOPICS.join(', ')}, with commas between them`);
  }
  return known;
}

/** The cursor from which the reader goes on. An invalid one is answered as a gap in the changes. */
function cursorOf({ headers }: FastifyRequest): string | undefined {
  const cursor = headers['last-event-id'];
  return typeof cursor === 'string' && cursor !== '' ? cursor : undefined;
}
