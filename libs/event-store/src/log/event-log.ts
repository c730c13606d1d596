import { owningSchema, publishedSchema } from '@service/platform/boundaries';
import { unseen } from '@service/platform/postgres';
import type { Pool, PoolClient } from 'pg';
import type { EventAuthentication } from './event-authentication.js';
import { EVENT_COLUMNS, toRecordedEvent, type EventRow } from './event-row.js';
import type { RecordedEvent } from './events.js';
import { horizonSql } from './horizon.sql.js';
import { BEGINNING, type Position } from './position.js';
import { SharedReads } from './shared-reads.js';
import { Upcaster } from './upcasting.js';

/** A part of the log in commit order. */
export interface LogPage {
  events: RecordedEvent[];
  /** No event can still be added to a transaction below this id; all are covered, if the page is not full. */
  horizon: bigint;
  /** Id of the next transaction when the page was read. */
  ahead: bigint;
  /** Milliseconds since 1970 of the database's clock, when the reading began. */
  readAt: number;
  /** Whether a transaction below the horizon is unfinished, which cannot append. */
  looksPast: boolean;
  /** Whether there may be more pages. */
  full: boolean;
}

/**
 * The transaction id up to which nothing is missing after a page has been read: all events below it are in this page or in earlier
 * ones. A page that is not full reaches its horizon; after a full one, its last transaction may have more events.
 */
export function coveredBy({ events, horizon, full }: LogPage): bigint {
  const last = events[events.length - 1];
  return full && last !== undefined ? BigInt(last.position.tx) : horizon;
}

/** The horizon of a page, which each of its rows has; there is always one. */
interface HorizonRow {
  horizon: string;
  ahead: string;
  read_at: number;
  looks_past: boolean;
}

/** Identifies an event by its stream and version. */
export type StreamPlace = Pick<RecordedEvent, 'stream_id' | 'version'>;

/** Reads an event table: the app's own, or the published view of another app's. */
export class EventLog {
  /**
   * @param authentication checks what is read; null for tests, and for readers that pass events on as they are.
   * @param sharedReads of the logs of all apps that one process hosts.
   */
  constructor(
    private readonly pool: Pool,
    readonly schema: string,
    protected readonly authentication: EventAuthentication | null = null,
    private readonly upcaster: Upcaster = new Upcaster(),
    private readonly sharedReads: SharedReads = new SharedReads(pool),
  ) {}

  /**
   * Events after a position in commit order, none skipped: events with a later id than a transaction that may still
   * append are held back until it ends. Otherwise its events would appear behind a position that was already passed.
   * @param closely whether transactions that cannot append are told apart; otherwise they hold events back, too.
   */
  async readAll(after: Position, limit: number, closely = true): Promise<LogPage> {
    const { rows } = await this.sharedReads.query<EventRow & HorizonRow>({
      name: `${this.schema}.read_all${closely ? '_closely' : ''}`,
      text: `SELECT h.horizon::text, h.ahead::text, floor(extract(epoch FROM h.read_at) * 1000)::float8 AS read_at,
          h.horizon > h.oldest AS looks_past, tail.*
        FROM ${horizonSql([`${owningSchema(this.schema)}.events`], closely)} AS h
        LEFT JOIN LATERAL (
          SELECT ${EVENT_COLUMNS}, e.tx AS tx_order, e.pos AS pos_order
          FROM ${this.schema}.events AS e LEFT JOIN ${this.schema}.companions AS c USING (event_id)
          WHERE (e.tx, e.pos) > (${unseen(1, 'xid8')}, ${unseen(2, 'bigint')}) AND e.tx < h.horizon
          ORDER BY e.tx, e.pos LIMIT ${unseen(3, 'bigint')}
        ) AS tail ON true
        ORDER BY tail.tx_order, tail.pos_order`,
      values: [after.tx, after.pos, limit],
    });
    const { horizon, ahead, read_at: readAt, looks_past: looksPast } = rows[0] as HorizonRow;
    const events = rows.filter((row) => row.stream_id !== null).map((row) => this.toEvent(row));
    const full = events.length === limit;
    return { events, horizon: BigInt(horizon), ahead: BigInt(ahead), readAt, looksPast, full };
  }

  /** Reads the whole log from the beginning, up to what is visible by then. */
  async *pages(limit: number, after: Position = BEGINNING): AsyncGenerator<LogPage> {
    let position = after;
    for (;;) {
      const page = await this.readAll(position, limit);
      yield page;
      if (!page.full) return;
      position = page.events[page.events.length - 1]?.position ?? position;
    }
  }

  /**
   * All events of some streams after a version of each, stream by stream, oldest first.
   * @param connection of a caller inside a transaction: to wait there for a second connection can deadlock the
   *   pool.
   */
  async readAfter(
    versions: ReadonlyMap<string, number>,
    connection: Pool | PoolClient = this.pool,
  ): Promise<RecordedEvent[]> {
    const { rows } = await connection.query<EventRow>({
      name: `${this.schema}.read_after`,
      text: `SELECT ${EVENT_COLUMNS}
        FROM unnest(${unseen(1, 'text[]')}, ${unseen(2, 'integer[]')}) AS known(stream_id, version)
        JOIN ${this.schema}.events AS e ON e.stream_id = known.stream_id AND e.version > known.version
        LEFT JOIN ${this.schema}.companions AS c USING (event_id)
        ORDER BY e.stream_id, e.version`,
      values: [[...versions.keys()], [...versions.values()]],
    });
    return rows.map((row) => this.toEvent(row));
  }

  /**
   * The events with the given streams and versions; missing ones are left out.
   * @param connection of a caller inside a transaction.
   */
  async readEach(
    places: readonly StreamPlace[],
    connection: Pool | PoolClient = this.pool,
  ): Promise<RecordedEvent[]> {
    const { rows } = await connection.query<EventRow>({
      name: `${this.schema}.read_each`,
      text: `SELECT ${EVENT_COLUMNS}
        FROM unnest(${unseen(1, 'text[]')}, ${unseen(2, 'integer[]')}) AS wanted(stream_id, version)
        JOIN ${this.schema}.events AS e USING (stream_id, version)
        LEFT JOIN ${this.schema}.companions AS c USING (event_id)`,
      values: [places.map(({ stream_id }) => stream_id), places.map(({ version }) => version)],
    });
    return rows.map((row) => this.toEvent(row));
  }

  /** Id of the next transaction: a reader that has passed it has seen everything committed so far. */
  async nextTransaction(): Promise<bigint> {
    const { rows } = await this.pool.query<{ next: string }>(
      'SELECT pg_snapshot_xmax(pg_current_snapshot())::text AS next',
    );
    return BigInt(rows[0]?.next ?? 0);
  }

  /** Identifies a run of the database server: it changes with a restart, a restore and a promotion. */
  async serverRun(): Promise<string> {
    const { rows } = await this.pool.query<{ life: string }>(
      `SELECT system_identifier || '/' || pg_postmaster_start_time() AS life FROM pg_control_system()`,
    );
    return rows[0]?.life ?? '';
  }

  protected toEvent(row: EventRow): RecordedEvent {
    const event = toRecordedEvent(row);
    // Unchecked events are passed on as they were written: a forged one may have a version that nobody knows.
    return this.authentication === null ? event : this.upcaster.upcast(this.authentication.checked(event));
  }
}

/** The published log of an app, for readers in any app. */
export function openPublishedLog(
  pool: Pool,
  app: string,
  authentication: EventAuthentication | null = null,
  reads?: SharedReads,
): EventLog {
  return new EventLog(pool, publishedSchema(app), authentication, undefined, reads);
}
