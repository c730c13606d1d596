import type { Consumer, RecordedEvent } from '@service/event-store';

/** The event logs there are: each the published contract of the app that it is named after. */
export const EVENT_LOGS = ['credential_authority', 'record_store', 'webhook_dispatcher'] as const;
export type EventLogName = (typeof EVENT_LOGS)[number];

/** Somebody following a log. */
export interface Following {
  /** Resolves when it is under way; a fold has then taken everything that was there. */
  start(): Promise<void>;
  /** Ends after the batch under way. */
  stop(): Promise<void>;
  /**
   * Resolves once everything that was committed before the call has been applied, or the wait is over.
   * @returns whether it has.
   */
  catchUp(waitMilliseconds: number): Promise<boolean>;
  /** Milliseconds since it was last known to have applied everything. */
  age(): number;
  /** Events or messages that are known to wait for it here. */
  lag(): number;
  /**
   * Every event of transactions below this id has been applied, as far as is known here; 0 where nothing is known
   * of the log's present epoch.
   */
  horizon(): bigint;
}

/** Somebody following a log with an effect in tables. */
export interface TableFollowing extends Following {
  /** SQL expression for how far the tables are in the very snapshot that reads it; `beginReading` understands it. */
  readonly progressSql: string;
  /**
   * To be called before tables are read together with their progress: of a progress that is read from then on, what
   * it returns tells the horizon.
   */
  beginReading(): HorizonOf;
  /** What has been announced here without a gap. */
  announced(): AnnouncedSpan;
}

/**
 * Every event of transactions below this id was in the tables when a progress was read. A commit that a crash of the
 * database undid takes the progress with it; what is remembered of the tables would not.
 */
export type HorizonOf = (progress: string) => bigint;

/** Every event of the transactions from one id on, and below another, has been announced. */
export interface AnnouncedSpan {
  from: bigint;
  below: bigint;
}

/** A consumer with an effect in tables, which all replicas of its app share. */
export interface SharedConsumer extends Consumer {
  /**
   * Told of every event, also of those that another replica applies, and before or after it does: what is
   * kept in memory of the tables is stale then.
   * @param transaction that wrote it.
   */
  announced?(streamId: string, version: number, transaction: bigint): void;
  /**
   * Makes the tables anew from the log, which went back in time. Where there is none, the events since then
   * are applied to what is there.
   */
  rebuild?(epoch: number): Promise<unknown>;
}

/** Something that is kept in memory and folded from a log; every replica has its own. */
export interface Fold {
  /** Takes each event once, one aggregate's in order. */
  take(event: RecordedEvent): void;
  /** Forgets everything: the log went back in time and is taken again from its beginning. */
  reset(): void;
}

/**
 * Where a consumer's batches come from. At least once, one aggregate's events in order; the position is the
 * driver's, and moves in the transaction of the effect.
 */
export abstract class EventFeed {
  /** Follows with an effect in tables. */
  abstract follow(log: EventLogName, consumer: SharedConsumer): TableFollowing;

  /** Follows in memory, from the beginning of the log. */
  abstract fold(log: EventLogName, fold: Fold): Following;
}
