import { Module, type DynamicModule } from '@nestjs/common';
import { EventStore, rememberLogOrigin } from '@service/event-store';
import type { KeyRing } from '@service/evidence';
import {
  EXPIRY_BY_CLOCK,
  ExpiryByClock,
  OutcomesByClock,
  type EventFeed,
  type ExpiryByClockOptions,
  type Leadership,
  type TailingEventFeed,
} from '@service/messaging';
import type { Logger } from '@service/platform';
import type { Pool } from 'pg';
import { AuthorityCopy } from './authorities/authority-copy.js';
import { RecordCommands } from './records/record-commands.js';
import { RecordCommandsController } from './records/record.commands.controller.js';
import { recordDue } from './records/record-due.js';

/** What the app stands on: one environment's database and event feed. */
export interface RecordStoreOptions {
  pool: Pool;
  feed: EventFeed;
  /** Tails the app's own log. */
  ownLog: TailingEventFeed;
  leadership: Leadership;
  logger: Logger;
  keys: KeyRing;
  /** `<LOG_ORIGIN>/<environment>`; the one of the first start stays. */
  logOrigin: string;
}

/** Records and their provenance. */
@Module({})
export class RecordStoreModule {
  static register({
    pool,
    feed,
    ownLog,
    leadership,
    logger,
    keys,
    logOrigin,
  }: RecordStoreOptions): DynamicModule {
    return {
      module: RecordStoreModule,
      controllers: [RecordCommandsController],
      providers: [
        {
          provide: EventStore,
          useFactory: () => {
            const store = new EventStore(pool, 'record_store');
            store.onAppended(() => ownLog.appended('record_store'));
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
          provide: OutcomesByClock,
          useFactory: () => new OutcomesByClock({ pool, leadership, logger, log: 'record_store' }),
        },
      ],
    };
  }
}
