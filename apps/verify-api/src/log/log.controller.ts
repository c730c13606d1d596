import { Controller, Get, Inject, Options, Param, Req, Res } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiExcludeController } from '@nestjs/swagger';
import { ServiceError, UnavailableError, type Environment } from '@service/contracts';
import { EvidenceError, parseTilePath, type TileResource } from '@service/evidence';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { JSON_MEDIA } from '../http/media-types.js';
import { ServesOperation } from '../http/serves-operation.js';
import { pathOf } from '../http/route-table.js';
import { ENVIRONMENT } from '../infrastructure/injection-tokens.js';
import { logResources } from './log.operations.js';
import { PublishedLog } from './published-log.js';

const CHECKPOINT = 'text/plain; charset=utf-8';
const TILE = 'application/octet-stream';
/** The checkpoint changes every second; a resource below `tile/` never changes. */
const REVALIDATE = 'no-cache';
const IMMUTABLE = 'public, max-age=31536000, immutable';

/**
 * The transparency log as static resources (C2SP tlog-tiles), which anybody may read without a credential, also
 * scripts of other sites. C2SP describes the formats; `documentation/log-paths.ts` lists the paths in OpenAPI.
 */
@ApiExcludeController()
@Controller('v1/log/:environment')
export class LogController {
  constructor(
    @Inject(ENVIRONMENT) private readonly environment: Environment,
    private readonly log: PublishedLog,
  ) {}

  @Get('checkpoint')
  @RouteConfig({ produces: ['text/plain'] })
  @ServesOperation(logResources.checkpoint)
  async checkpoint(@Param('environment') environment: string, @Res() reply: FastifyReply): Promise<void> {
    this.allowAllOrigins(environment, reply);
    const note = await this.log.checkpoint();
    if (note === null) throw new UnavailableError({ cause: 'checkpoint_missing' });
    void reply.header('cache-control', REVALIDATE).header('content-type', CHECKPOINT).send(note);
  }

  @Get('tile/*')
  @RouteConfig({ produces: [TILE] })
  @ServesOperation(logResources.tile)
  async tile(
    @Param('environment') environment: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    this.allowAllOrigins(environment, reply);
    const resource = resourceOf(pathOf(request.url).slice(`/v1/log/${environment}/`.length));
    const bytes = resource === null ? null : await this.log.read(resource);
    if (bytes === null) throw new ServiceError('route.not_found');
    void reply.header('cache-control', IMMUTABLE).header('content-type', TILE).send(bytes);
  }

  @Options(['checkpoint', 'checkpoints', 'witnesses', 'tile/*', 'keys', 'policy'])
  @RouteConfig({ produces: ['text/plain', TILE, JSON_MEDIA] })
  @ServesOperation(logResources.options)
  options(@Param('environment') environment: string, @Res() reply: FastifyReply): void {
    this.allowAllOrigins(environment, reply);
    const methods = 'GET, HEAD, OPTIONS';
    void reply
      .code(204)
      .headers({
        allow: methods,
        'access-control-allow-methods': methods,
        'access-control-allow-headers': '*',
        'access-control-max-age': '86400',
      })
      .send();
  }

  /** @throws ServiceError `route.not_found` where the path names another environment. */
  private allowAllOrigins(environment: string, reply: FastifyReply): void {
    void reply.header('access-control-allow-origin', '*');
    if (environment !== this.environment) throw new ServiceError('route.not_found');
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
