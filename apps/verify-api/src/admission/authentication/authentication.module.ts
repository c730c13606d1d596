import { Global, Module } from '@nestjs/common';
import type { Environment } from '@service/contracts';
import type { Logger } from '@service/platform/logging';
import { Pool } from 'pg';
import { CELL, ENVIRONMENT, LOGGER } from '../../infrastructure/injection-tokens.js';
import { GatewayViews } from '../../views/gateway-views.js';
import { Authenticator } from './authenticator.js';
import { FormerSecretUses } from './former-secret-uses.js';
import { OauthCallers } from './oauth/oauth-callers.js';
import { Pepper } from './peppers/pepper.js';
import { Peppers } from './peppers/peppers.js';
import { SessionCallers } from './sessions/session-callers.js';
import { JustIssued } from './tokens/just-issued.js';

/** Authenticates callers by credentials, access tokens and sessions, and seals the secrets of new credentials. */
@Global()
@Module({
  providers: [
    FormerSecretUses,
    {
      provide: JustIssued,
      inject: [Pool, GatewayViews, CELL],
      useFactory: (pool: Pool, { shown }: GatewayViews, cell: number) => new JustIssued(pool, shown, cell),
    },
    { provide: Pepper, inject: [Peppers], useFactory: (peppers: Peppers) => peppers.newest },
    {
      provide: Authenticator,
      inject: [GatewayViews, Peppers, ENVIRONMENT, LOGGER],
      useFactory: (views: GatewayViews, peppers: Peppers, environment: Environment, logger: Logger) =>
        new Authenticator(views.directory, views.freshness.directory, peppers, environment, logger),
    },
    {
      provide: OauthCallers,
      inject: [GatewayViews],
      useFactory: ({ directory, freshness }: GatewayViews) =>
        new OauthCallers(directory, freshness.directory),
    },
    {
      provide: SessionCallers,
      inject: [GatewayViews],
      useFactory: ({ directory, freshness }: GatewayViews) =>
        new SessionCallers(directory, freshness.directory),
    },
  ],
  exports: [JustIssued, Pepper, Authenticator, OauthCallers, SessionCallers, FormerSecretUses],
})
export class AuthenticationModule {}
