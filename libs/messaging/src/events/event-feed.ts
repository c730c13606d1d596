import type { Consumer, EventLog, RecordedEvent } from '@service/event-store';

/** All event logs: each is published by the app of its name. */
export const EVENT_LOGS = ['credential_authority', 'record_store', 'webhook_dispatcher'] as const;
export type EventLogName = (typeof EVENT_LOGS)[number];

/** Milliseconds after which nothing is decided or answered from what a feed has brought. */
export const STALE_AFTER = 5_000;

/** Follows a log. */
export interface Following {
  /** Resolves when the log is followed; a fold has then read the whole log. */
  start(): Promise<void>;
  /** Resolves after the batch under way. */
  stop(): Promise<void>;
  /**
   * Resolves once everything that was committed before the call has been applied, or after the wait.
   * @returns whether it has been applied.
   */
  catchUp(waitMilliseconds: number): Promise<boolean>;
  /** Milliseconds since it was last known to have applied everything. */
  age(): number;
  /** Number of events or messages known to be waiting. */
  lag(): number;
  /** Every event of transactions below this id has been applied; 0 if that is unknown in the log's current epoch. */
  horizon(): bigint;
}

/** Follows a log with an effect in tables. */
export interface TableFollowing extends Following {
  /**
   * SQL expression for the progress of the tables in the snapshot that evaluates it. The function of `beginReading`
   * takes its value.
   */
  readonly progressSql: string;
  /**
   * Call this before reading tables together with their progress. It returns a function that turns that
   * progress into a horizon.
   */
  beginReading(): HorizonOf;
  /** The transactions whose events were all announced to this replica. */
  announced(): AnnouncedSpan;
}

/**
 * Turns the progress of tables into a horizon: every event of transactions below it was in the tables when the progress
 * was read. A crash of the database that loses a commit loses the progress with it; a horizon in memory would stay too
 * high.
 */
export type HorizonOf = (progress: string) => bigint;

/** Every event of the transactions from `from` on and below `below` has been announced. */
export interface AnnouncedSpan {
  from: bigint;
  below: bigint;
}

/** A consumer with an effect in tables that all replicas of its app share. */
export interface SharedConsumer extends Consumer {
  /**
   * Called for every event, before or after it is applied, even if another replica applies it: caches of the tables are
   * then stale.
   * @param transaction that wrote the event.
   */
  announced?(streamId: string, version: number, transaction: bigint): void;
  /**
   * Rebuilds the tables from the log, which went back in time. Without this method, the events since then are
   * applied to the tables as they are.
   */
  rebuild?(epoch: number): Promise<unknown>;
}

/** A state in memory that is folded from a log; every replica has one. */
export interface Fold {
  /** Gets each event once, those of one aggregate in order. */
  take(event: RecordedEvent): void;
  /** Clears the state: the log went back in time, and is read again from its beginning. */
  reset(): void;
}

/**
 * The source of a consumer's batches: at least once, the events of one aggregate in order. The driver stores
 * the position, in the transaction of the effect.
 */
export abstract class EventFeed {
  /** Whether this process alone applies batches, so that it need not look for what others applied. */
  readonly appliesAlone?: boolean;

  /**
   * Calls `listener` whenever the head of the transparency log was published or confirmed; absent where that may happen in
   * another process.
   */
  onHead?(listener: () => void): void;

  /** Everything that this feed follows, by consumer name. */
  readonly followings = new Map<string, Following>();

  /** Follows a log with an effect in tables. */
  abstract follow(log: EventLogName, consumer: SharedConsumer): TableFollowing;

  /** A published log; forged events come without content. */
  abstract open(log: EventLogName): EventLog;

  /** Follows a log in memory, from its beginning. */
  abstract fold(log: EventLogName, fold: Fold): Following;
}
