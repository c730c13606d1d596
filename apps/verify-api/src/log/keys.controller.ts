import { Controller, Get, Header, Inject, Param, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ServiceError, UnavailableError, type Environment } from '@service/contracts';
import { KeyRing } from '@service/evidence';
import type { FastifyReply } from 'fastify';
import { Operation } from '../documentation/operation.js';
import { ENVIRONMENT } from '../infrastructure/tokens.js';
import { GatewayViews } from '../views/gateway-views.js';
import { keySetOf, type KeySet } from './key-set.js';

/** The public keys of an environment, for anybody who verifies its signatures. */
@ApiTags('log')
@Controller('v1/log/:environment/keys')
export class KeysController {
  constructor(
    @Inject(ENVIRONMENT) private readonly environment: Environment,
    private readonly views: GatewayViews,
    private readonly ring: KeyRing,
  ) {}

  @Get()
  @Header('cache-control', 'public, max-age=60')
  @Operation({
    name: 'log.keys',
    access: 'public',
    summary: 'Read the keys that sign elements, answers and the log’s checkpoints, as a JWK Set',
    answers: [200, 'KeySet'],
    fails: ['route.not_found'],
  })
  keys(@Param('environment') environment: string, @Res({ passthrough: true }) reply: FastifyReply): KeySet {
    void reply.header('access-control-allow-origin', '*');
    if (environment !== this.environment) throw new ServiceError('route.not_found');
    const { directory, freshness, heads } = this.views;
    freshness.directory.require();
    const { origin } = heads;
    if (origin === null) throw new UnavailableError({ cause: 'log_head_missing' });
    const published = [...directory.publishedKeys()].map(({ snapshot }) => snapshot);
    return keySetOf(published, this.ring.all('checkpoint'), origin);
  }
}
