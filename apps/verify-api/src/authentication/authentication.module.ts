import { Global, Module } from '@nestjs/common';
import type { Environment } from '@service/contracts';
import type { Logger } from '@service/platform/logging';
import { ENVIRONMENT, LOGGER } from '../infrastructure/injection-tokens.js';
import { GatewayViews } from '../views/gateway-views.js';
import { Authenticator } from './authenticator.js';
import { OauthCallers } from './oauth/oauth-callers.js';
import { Pepper } from './peppers/pepper.js';
import { Peppers } from './peppers/peppers.js';

/** Authenticates callers by credentials and access tokens, and seals the secrets of new credentials. */
@Global()
@Module({
  providers: [
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
  ],
  exports: [Pepper, Authenticator, OauthCallers],
})
export class AuthenticationModule {}
