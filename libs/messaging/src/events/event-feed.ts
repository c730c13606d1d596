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
  /** Milliseconds since it was last seen to have applied everything. */
  age(): number;
}

/**
 * Where a consumer's batches come from. At least once, one aggregate's events in order; the position is the
 * driver's, and moves in the transaction of the effect.
 */
export abstract class EventFeed {
  /** Follows with an effect in tables. */
  abstract follow(log: EventLogName, consumer: Consumer): Following;

  /** Follows in memory, from the beginning of the log. */
  abstract fold(log: EventLogName, take: (event: RecordedEvent) => void): Following;

  /** Told by the owner of a log after each commit. */
  abstract appended(log: EventLogName): void;
}
