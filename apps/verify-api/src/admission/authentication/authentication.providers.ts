import type { Provider } from '@nestjs/common';
import type { Environment } from '@service/contracts';
import type { Logger } from '@service/platform/logging';
import { Pool } from 'pg';
import { CELL, ENVIRONMENT, LOGGER } from '../../infrastructure/injection-tokens.js';
import { fromViews } from '../../views/from-views.js';
import { GatewayViews } from '../../views/gateway-views.js';
import { Authenticator } from './authenticator.js';
import { FormerSecretUses } from './former-secret-uses.js';
import { OauthCallers } from './oauth/oauth-callers.js';
import { Pepper } from './peppers/pepper.js';
import { Peppers } from './peppers/peppers.js';
import { SessionCallers } from './sessions/session-callers.js';
import { JustIssued } from './tokens/just-issued.js';

/** Authenticate callers by credentials, access tokens and sessions, and seal the secrets of new credentials. */
export const authenticationProviders: Provider[] = [
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
  fromViews(OauthCallers, ({ directory, freshness }) => new OauthCallers(directory, freshness.directory)),
  fromViews(SessionCallers, ({ directory, freshness }) => new SessionCallers(directory, freshness.directory)),
];
