import { Module, type DynamicModule } from '@nestjs/common';
import {
  ElementSigner,
  EventStore,
  LogLag,
  measureLogLag,
  readPublishedKeys,
  rememberLogOrigin,
} from '@service/event-store';
import { ExpiryByClock, IdempotencyCleanup, madeOf, type OwnerParts } from '@service/messaging';
import type { CheckpointStore } from '@service/messaging/checkpoints';
import { CommandHandlers } from '@service/messaging/commands';
import { publishedSchema } from '@service/platform/boundaries';
import type { WitnessSetting } from '@service/platform/settings';
import { AuthorityCopy } from './authorities/authority-copy.js';
import { LOG_SCHEMAS } from './log/log-schemas.js';
import { Seals } from './log/seals.js';
import { Sequencing } from './log/sequencing.js';
import { Witnessing } from './log/witnessing/witnessing.js';
import { RecordCommands } from './records/record-commands.js';
import { recordDue } from './records/record-stream.js';

/** The app's resources in one environment. */
export interface RecordStoreOptions extends OwnerParts {
  /** Stores the checkpoints of the transparency log outside the database. */
  checkpoints: CheckpointStore;
  /** Witnesses that cosign the checkpoints. */
  witnesses: readonly WitnessSetting[];
}

const LOG = 'record_store';

/** Records, their provenance, and the transparency log of the environment. */
@Module({})
export class RecordStoreModule {
  static register(options: RecordStoreOptions): DynamicModule {
    const { pool, feed, ownLog } = options;
    // Recognises the events of the service's keys, which are logged here.
    const authentication = options.authentications.credential_authority;
    if (authentication === undefined) throw new TypeError('Nothing recognises published keys.');
    // Records need no codes, but the results of their commands do.
    const store = new EventStore(pool, LOG, null, options.tracer, authentication.ofResults(LOG));
    store.onAppended((transaction) => ownLog.appended(LOG, transaction));
    const lag = new LogLag(pool, {
      head: `${LOG_SCHEMAS.log}.log_head`,
      events: LOG_SCHEMAS.sources.map((source) => `${publishedSchema(source)}.events`),
    });
    measureLogLag(options.metrics, lag);
    const readOrigin = () => rememberLogOrigin(pool, LOG, options.logOrigin);
    return {
      module: RecordStoreModule,
      providers: [
        madeOf(AuthorityCopy, [], () => new AuthorityCopy(feed)),
        madeOf(RecordCommands, [AuthorityCopy], async (authorities) => {
          const keySchema = publishedSchema('credential_authority');
          const readPublished = () => readPublishedKeys(pool, keySchema, authentication);
          const signer = new ElementSigner({ ...options, readPublished });
          return new RecordCommands(store, authorities, { lag, log: await readOrigin(), signer });
        }),
        madeOf(Sequencing, [], async () => {
          const origin = await readOrigin();
          return new Sequencing({ ...options, origin, schemas: LOG_SCHEMAS, authentication });
        }),
        madeOf(CommandHandlers, [RecordCommands, Sequencing], (records, sequencing) => {
          const seals = new Seals(pool, LOG_SCHEMAS.log, () => sequencing.nudge());
          return new CommandHandlers(
            {
              record: (command) => records.handle(command),
              history: ({ payload }) => seals.store(payload),
            },
            options,
          );
        }),
        madeOf(Witnessing, [], () => new Witnessing({ ...options, lag, schema: LOG_SCHEMAS.log })),
        madeOf(ExpiryByClock, [RecordCommands], (records) => {
          const expire = (recordId: string) => records.expire(recordId);
          return new ExpiryByClock({ ...options, log: LOG, dueOf: recordDue, expire });
        }),
        madeOf(IdempotencyCleanup, [], () => new IdempotencyCleanup({ ...options, log: LOG })),
      ],
    };
  }
}
