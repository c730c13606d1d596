import { Module, type DynamicModule } from '@nestjs/common';
import {
  ElementSigner,
  EventStore,
  LogLag,
  measureLogLag,
  readPublishedKeys,
  rememberLogOrigin,
  type EventAuthentication,
} from '@service/event-store';
import type { KeyRing } from '@service/evidence';
import {
  EXPIRY_BY_CLOCK,
  ExpiryByClock,
  IdempotencyCleanup,
  type EventAuthentications,
  type EventFeed,
  type ExpiryByClockOptions,
  type Leadership,
  type TailingEventFeed,
} from '@service/messaging';
import type { CheckpointStore } from '@service/messaging/checkpoints';
import { CommandHandlers } from '@service/messaging/commands';
import { publishedSchema } from '@service/platform/boundaries';
import type { Logger } from '@service/platform/logging';
import type { Metrics } from '@service/platform/metrics';
import type { WitnessSetting } from '@service/platform/settings';
import type { Tracer } from '@service/platform/tracing';
import type { Pool } from 'pg';
import { AuthorityCopy } from './authorities/authority-copy.js';
import { LOG_SCHEMAS } from './log/log-schemas.js';
import { Seals } from './log/seals.js';
import { Sequencing } from './log/sequencing.js';
import { Witnessing } from './log/witnessing/witnessing.js';
import { RecordCommands } from './records/record-commands.js';
import { recordDue } from './records/record-due.js';

/** The app's resources in one environment. */
export interface RecordStoreOptions {
  pool: Pool;
  feed: EventFeed;
  /** Follows the app's own log. */
  ownLog: TailingEventFeed;
  leadership: Leadership;
  logger: Logger;
  tracer: Tracer | null;
  metrics: Metrics;
  /** Must recognise the events of credential_authority, whose keys are logged here. */
  authentications: EventAuthentications;
  keys: KeyRing;
  /** Reads the file of the keys again. */
  readKeys: () => Promise<KeyRing>;
  /** Stores the checkpoints of the transparency log outside the database. */
  checkpoints: CheckpointStore;
  /** Witnesses that cosign the checkpoints. */
  witnesses: readonly WitnessSetting[];
  /** `<LOG_ORIGIN>/<environment>`, as at the first start. */
  logOrigin: string;
}

/** Records, their provenance, and the transparency log of the environment. */
@Module({})
export class RecordStoreModule {
  static register(options: RecordStoreOptions): DynamicModule {
    const { pool, feed, ownLog, leadership, logger, tracer, authentications, logOrigin } = options;
    const lag = new LogLag(pool, {
      head: `${LOG_SCHEMAS.log}.log_head`,
      events: LOG_SCHEMAS.sources.map((source) => `${publishedSchema(source)}.events`),
    });
    measureLogLag(options.metrics, lag);
    return {
      module: RecordStoreModule,
      providers: [
        {
          provide: EventStore,
          useFactory: () => {
            // Records need no codes, but the results of their commands do.
            const results = requireKeys(authentications).ofResults('record_store');
            const store = new EventStore(pool, 'record_store', null, tracer, results);
            store.onAppended((transaction) => ownLog.appended('record_store', transaction));
            return store;
          },
        },
        { provide: AuthorityCopy, useFactory: () => new AuthorityCopy(feed) },
        {
          provide: RecordCommands,
          inject: [EventStore, AuthorityCopy],
          useFactory: async (store: EventStore, authorities: AuthorityCopy) =>
            new RecordCommands(store, authorities, {
              lag,
              log: await rememberLogOrigin(pool, 'record_store', logOrigin),
              signer: new ElementSigner({
                ...options,
                readPublished: () =>
                  readPublishedKeys(
                    pool,
                    publishedSchema('credential_authority'),
                    authentications.credential_authority,
                  ),
              }),
            }),
        },
        {
          provide: Sequencing,
          useFactory: async () => {
            const origin = await rememberLogOrigin(pool, 'record_store', logOrigin);
            const authentication = requireKeys(authentications);
            return new Sequencing({ ...options, origin, schemas: LOG_SCHEMAS, authentication });
          },
        },
        {
          provide: Seals,
          inject: [Sequencing],
          useFactory: (sequencing: Sequencing) => new Seals(pool, LOG_SCHEMAS.log, () => sequencing.nudge()),
        },
        {
          provide: CommandHandlers,
          inject: [RecordCommands, Seals],
          useFactory: (records: RecordCommands, seals: Seals) =>
            new CommandHandlers(
              {
                record: (command) => records.handle(command),
                history: ({ payload }) => seals.store(payload),
              },
              options,
            ),
        },
        {
          provide: Witnessing,
          useFactory: () => new Witnessing({ ...options, schema: LOG_SCHEMAS.log }),
        },
        {
          provide: EXPIRY_BY_CLOCK,
          inject: [RecordCommands],
          useFactory: (records: RecordCommands): ExpiryByClockOptions => ({
            pool,
            ownLog,
            leadership,
            logger,
            log: 'record_store',
            dueOf: recordDue,
            expire: (recordId) => records.expire(recordId),
          }),
        },
        ExpiryByClock,
        {
          provide: IdempotencyCleanup,
          useFactory: () => new IdempotencyCleanup({ pool, leadership, logger, log: 'record_store' }),
        },
      ],
    };
  }
}

function requireKeys({ credential_authority: authentication }: EventAuthentications): EventAuthentication {
  if (authentication === undefined) throw new TypeError('Nothing recognises published keys.');
  return authentication;
}
