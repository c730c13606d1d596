import { Module, type DynamicModule } from '@nestjs/common';
import { ID_PREFIXES } from '@service/contracts';
import {
  ElementSigner,
  EventStore,
  LogLag,
  readPublishedKeys,
  rememberLogOrigin,
} from '@service/event-store';
import type { KeyRing } from '@service/evidence';
import {
  EXPIRY_BY_CLOCK,
  ExpiryByClock,
  IdempotencyCleanup,
  type EventAuthentications,
  type ExpiryByClockOptions,
  type Leadership,
  type TailingEventFeed,
} from '@service/messaging';
import { CommandHandlers } from '@service/messaging/commands';
import { publishedSchema } from '@service/platform/boundaries';
import type { Logger } from '@service/platform/logging';
import type { Tracer } from '@service/platform/tracing';
import type { Pool } from 'pg';
import { AuthorityCommands } from './authorities/authority-commands.js';
import { CredentialCommands } from './credentials/credential-commands.js';
import { dueOf } from './expiry/due.js';
import { KeyCommands } from './keys/key-commands.js';
import { OperatorCommands } from './operators/operator-commands.js';
import { OwnersOfAll } from './operators/owners-of-all.js';
import { LOG } from './streams/own-log.js';
import { ProjectCommands } from './projects/project-commands.js';
import { ProjectCounts } from './projects/project-counts.js';

/** The app's resources in one environment. */
export interface CredentialAuthorityOptions {
  pool: Pool;
  /** Follows the app's own log. */
  ownLog: TailingEventFeed;
  leadership: Leadership;
  logger: Logger;
  tracer: Tracer | null;
  authentications: EventAuthentications;
  keys: KeyRing;
  /** Reads the file of the keys again. */
  readKeys: () => Promise<KeyRing>;
  /** `<LOG_ORIGIN>/<environment>`, as at the first start. */
  logOrigin: string;
  /** How many live credentials a project may have. */
  credentialsPerProject: number;
  /** How many elements its authorities may have. */
  authorityElementsPerProject: number;
}

/** Projects, authorities, credentials and operators. */
@Module({})
export class CredentialAuthorityModule {
  static register({
    pool,
    ownLog,
    leadership,
    logger,
    tracer,
    authentications,
    keys,
    readKeys,
    logOrigin,
    credentialsPerProject,
    authorityElementsPerProject,
  }: CredentialAuthorityOptions): DynamicModule {
    return {
      module: CredentialAuthorityModule,
      providers: [
        {
          provide: EventStore,
          useFactory: () => {
            const store = new EventStore(pool, LOG, authentications[LOG], tracer);
            store.onAppended((transaction) => ownLog.appended(LOG, transaction));
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
          inject: [EventStore, ProjectCounts],
          useFactory: async (store: EventStore, counts: ProjectCounts) => {
            const log = await rememberLogOrigin(pool, LOG, logOrigin);
            // Before the first command: no signature may be by a key that is not published.
            await new KeyCommands(store, log, keys).publishRing();
            const readPublished = () => readPublishedKeys(pool, LOG, authentications[LOG]);
            const signer = new ElementSigner({ keys, readKeys, readPublished });
            const lag = new LogLag(pool, {
              head: `${publishedSchema('record_store')}.log_head`,
              events: [`${LOG}.events`],
            });
            return new AuthorityCommands(store, { log, signer, lag }, counts, authorityElementsPerProject);
          },
        },
        {
          provide: ProjectCounts,
          useFactory: () => new ProjectCounts(ownLog),
        },
        {
          provide: CredentialCommands,
          inject: [EventStore, ProjectCounts],
          useFactory: (store: EventStore, counts: ProjectCounts) =>
            new CredentialCommands(store, counts, credentialsPerProject),
        },
        {
          provide: OwnersOfAll,
          useFactory: () => new OwnersOfAll(ownLog),
        },
        {
          provide: OperatorCommands,
          inject: [EventStore, OwnersOfAll],
          useFactory: (store: EventStore, owners: OwnersOfAll) => new OperatorCommands(store, owners),
        },
        {
          provide: CommandHandlers,
          inject: [ProjectCommands, AuthorityCommands, CredentialCommands, OperatorCommands],
          useFactory: (
            projects: ProjectCommands,
            authorities: AuthorityCommands,
            credentials: CredentialCommands,
            operators: OperatorCommands,
          ) =>
            new CommandHandlers(
              {
                project: (command) => projects.handle(command),
                authority: (command) => authorities.handle(command),
                credential: (command) => credentials.handle(command),
                operator: (command) => operators.handle(command),
              },
              { logger, tracer },
            ),
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
