import { Module, type DynamicModule } from '@nestjs/common';
import type { Environment } from '@service/contracts';
import { EventStore, rememberLogOrigin } from '@service/event-store';
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
import { RecordStoreController } from './record-store.controller.js';
import { RecordCommands } from './records/record-commands.js';
import { recordDue } from './records/record-due.js';

/** The app's resources in one environment. */
export interface RecordStoreOptions {
  environment: Environment;
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
  /** Stores the checkpoints of the transparency log outside the database. */
  checkpoints: CheckpointStore;
  /** Witnesses that cosign the checkpoints. */
  witnesses: readonly WitnessSetting[];
  /** `<LOG_ORIGIN>/<environment>`; the one of the first start stays. */
  logOrigin: string;
}

/** Records, their provenance, and the transparency log of the environment. */
@Module({})
export class RecordStoreModule {
  static register(options: RecordStoreOptions): DynamicModule {
    const { pool, feed, ownLog, leadership, logger, tracer, authentications, keys, logOrigin } = options;
    return {
      module: RecordStoreModule,
      controllers: [RecordStoreController],
      providers: [
        {
          provide: EventStore,
          useFactory: () => {
            const store = new EventStore(pool, 'record_store', null, tracer);
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
              log: await rememberLogOrigin(pool, 'record_store', logOrigin),
              key: keys.newest('provenance'),
            }),
        },
        {
          provide: Sequencing,
          useFactory: async () => {
            const origin = await rememberLogOrigin(pool, 'record_store', logOrigin);
            const authentication = authentications.credential_authority;
            if (authentication === undefined) throw new TypeError('Nothing recognises published keys.');
            return new Sequencing({ ...options, origin, schemas: LOG_SCHEMAS, authentication });
          },
        },
        { provide: Seals, useFactory: () => new Seals(pool, LOG_SCHEMAS.log) },
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
