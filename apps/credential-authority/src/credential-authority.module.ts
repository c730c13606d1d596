import { Module, type DynamicModule } from '@nestjs/common';
import { ID_PREFIXES } from '@service/contracts';
import { EventStore } from '@service/event-store';
import type { KeyRing } from '@service/evidence';
import {
  EXPIRY_BY_CLOCK,
  ExpiryByClock,
  IdempotencyCleanup,
  type ExpiryByClockOptions,
  type Leadership,
  type TailingEventFeed,
} from '@service/messaging';
import type { Logger } from '@service/platform/logging';
import type { Pool } from 'pg';
import { AuthorityCommands } from './authorities/authority-commands.js';
import { CredentialAuthorityController } from './credential-authority.controller.js';
import { CredentialCommands } from './credentials/credential-commands.js';
import { dueOf } from './expiry/due.js';
import { KeyCommands } from './keys/key-commands.js';
import { LOG, chainTerms } from './streams/own-log.js';
import { ProjectCommands } from './projects/project-commands.js';

/** The app's resources in one environment. */
export interface CredentialAuthorityOptions {
  pool: Pool;
  /** Follows the app's own log. */
  ownLog: TailingEventFeed;
  leadership: Leadership;
  logger: Logger;
  keys: KeyRing;
  /** `<LOG_ORIGIN>/<environment>`; the one of the first start stays. */
  logOrigin: string;
}

/** Projects, authorities and credentials. */
@Module({})
export class CredentialAuthorityModule {
  static register({
    pool,
    ownLog,
    leadership,
    logger,
    keys,
    logOrigin,
  }: CredentialAuthorityOptions): DynamicModule {
    return {
      module: CredentialAuthorityModule,
      controllers: [CredentialAuthorityController],
      providers: [
        {
          provide: EventStore,
          useFactory: () => {
            const store = new EventStore(pool, LOG);
            store.onAppended(() => ownLog.appended(LOG));
            return store;
          },
        },
        {
          provide: ProjectCommands,
          inject: [EventStore],
          useFactory: (store: EventStore) => new ProjectCommands(store),
        },
        {
          provide: AuthorityCommands,
          inject: [EventStore],
          useFactory: async (store: EventStore) => {
            const terms = await chainTerms(pool, keys, logOrigin);
            // Before the first command: no signature may be by a key that is not published.
            await new KeyCommands(store, terms).publishRing(keys);
            return new AuthorityCommands(store, terms);
          },
        },
        {
          provide: CredentialCommands,
          inject: [EventStore],
          useFactory: (store: EventStore) => new CredentialCommands(store),
        },
        {
          provide: EXPIRY_BY_CLOCK,
          inject: [AuthorityCommands, CredentialCommands],
          useFactory: (
            authorities: AuthorityCommands,
            credentials: CredentialCommands,
          ): ExpiryByClockOptions => ({
            pool,
            ownLog,
            leadership,
            logger,
            log: LOG,
            dueOf,
            expire: (id) =>
              id.startsWith(ID_PREFIXES.authority) ? authorities.expire(id) : credentials.expire(id),
          }),
        },
        ExpiryByClock,
        {
          provide: IdempotencyCleanup,
          useFactory: () => new IdempotencyCleanup({ pool, leadership, logger, log: LOG }),
        },
      ],
    };
  }
}
