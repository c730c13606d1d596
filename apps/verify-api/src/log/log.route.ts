import { Inject, Injectable } from '@nestjs/common';
import { ServiceError, UnavailableError, type Environment } from '@service/contracts';
import { EvidenceError, parseTilePath, type TileResource } from '@service/evidence';
import type { FastifyInstance } from 'fastify';
import { clientNetwork } from '../channels/http/client-address.js';
import { JSON_MEDIA } from '../channels/http/media-types.js';
import { requireEnvironment, pathOf } from '../channels/http/route-table.js';
import { ENVIRONMENT } from '../infrastructure/injection-tokens.js';
import { FOR_A_MINUTE } from './log.operations.js';
import { PublishedLog } from './published-log.js';
import { PublishedPolicy } from './published-policy.js';

const NOTE = 'text/plain';
const TILE = 'application/octet-stream';
/** The checkpoint changes every second; a resource below `tile/` never changes. */
const REVALIDATE = 'no-cache';
const IMMUTABLE = 'public, max-age=31536000, immutable';

/**
 * The transparency log as static resources (C2SP tlog-tiles) and the signed trust policy, which anybody may read without a
 * credential. C2SP describes the formats; `interface/documentation/resource-paths.ts` lists the paths in OpenAPI.
 */
@Injectable()
export class LogRoutes {
  constructor(
    @Inject(ENVIRONMENT) private readonly environment: Environment,
    private readonly log: PublishedLog,
    private readonly policy: PublishedPolicy,
  ) {}

  /** Adds the routes to a server. */
  addTo(server: FastifyInstance): void {
    for (const path of ['checkpoint', 'checkpoints', 'witnesses', 'tile/*', 'keys', 'policy']) {
      this.addOptions(server, path);
    }
    const notes = { config: { produces: [NOTE] } };
    server.get('/v1/log/:environment/checkpoint', notes, async (request, reply) => {
      requireEnvironment(request, this.environment);
      const note = await this.log.checkpoint(clientNetwork(request));
      if (note === null) throw new UnavailableError({ cause: 'checkpoint_missing' });
      return reply.header('cache-control', REVALIDATE).type(`${NOTE}; charset=utf-8`).send(note);
    });
    server.get('/v1/log/:environment/policy', notes, async (request, reply) => {
      requireEnvironment(request, this.environment);
      const note = await this.policy.read();
      if (note === null) throw new ServiceError('route.not_found');
      return reply.header('cache-control', FOR_A_MINUTE).type(`${NOTE}; charset=utf-8`).send(note);
    });
    server.get('/v1/log/:environment/tile/*', { config: { produces: [TILE] } }, async (request, reply) => {
      requireEnvironment(request, this.environment);
      const resource = resourceOf(pathOf(request.url).slice(`/v1/log/${this.environment}/`.length));
      const bytes = resource === null ? null : await this.log.read(clientNetwork(request), resource);
      if (bytes === null) throw new ServiceError('route.not_found');
      return reply.header('cache-control', IMMUTABLE).type(TILE).send(bytes);
    });
  }

  private addOptions(server: FastifyInstance, path: string): void {
    const config = { produces: [NOTE, TILE, JSON_MEDIA] };
    server.options(`/v1/log/:environment/${path}`, { config }, (request, reply) => {
      requireEnvironment(request, this.environment);
      return reply.code(204).header('allow', 'GET, HEAD, OPTIONS').send();
    });
  }
}

/** The tile or entry bundle that a path below the log's prefix names; null for any other path. */
function resourceOf(path: string): TileResource | null {
  try {
    return parseTilePath(path);
  } catch (error) {
    if (error instanceof EvidenceError) return null;
    throw error;
  }
}
