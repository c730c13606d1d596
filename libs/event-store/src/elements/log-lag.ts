import { UnavailableError } from '@service/contracts';
import { MERGE_DELAY_SECONDS } from '@service/evidence';
import type { Metrics } from '@service/platform/metrics';
import type { Pool } from 'pg';

/** Milliseconds that the oldest element may wait for the log before new ones are refused: half of the merge delay. */
const MOST = MERGE_DELAY_SECONDS * 500;
/** Milliseconds until a low lag is read again. */
const READ_AFTER = 10_000;
/** Milliseconds for which the lag must have been high before elements are refused. */
const HIGH_FOR = 10_000;

/** The tables that tell the lag. */
export interface LaggingTables {
  /** The log's published head, as `schema.table`. */
  head: string;
  /** The event tables whose elements are meant. */
  events: readonly string[];
}

/** How long elements have waited for the transparency log, whose service promises a merge delay. */
export class LogLag {
  private readAgainAt = 0;
  /** Since when the lag has been high; null while it is low. */
  private highSince: number | null = null;
  private reading: Promise<void> | null = null;
  private readonly sql: string;

  constructor(
    private readonly pool: Pool,
    { head, events }: LaggingTables,
    private readonly now = () => performance.now(),
  ) {
    const oldest = events.map(
      (table) => `(SELECT e.element FROM ${table} AS e
        WHERE e.tx >= h.covered AND e.element IS NOT NULL ORDER BY e.tx, e.pos LIMIT 1)`,
    );
    this.sql = `SELECT clock_timestamp() AS now, w.element
      FROM ${head} AS h CROSS JOIN LATERAL (${oldest.join(' UNION ALL ')}) AS w`;
  }

  /** Milliseconds since the time of the oldest element that no published checkpoint covers; 0 without one. */
  async read(): Promise<number> {
    const { rows } = await this.pool.query<{ now: Date; element: string }>(this.sql);
    return Math.max(0, ...rows.map(({ now, element }) => now.getTime() - timeIn(element, now)));
  }

  /**
   * Call this before an element that can add a `passed`. What takes one away is never refused.
   * @throws ServiceError `service.unavailable` where elements have waited for half of the merge delay, seen for 10 s.
   */
  requireLow(): Promise<void> | null {
    if (this.now() < this.readAgainAt) return null;
    this.reading ??= this.readAgain().finally(() => (this.reading = null));
    return this.reading;
  }

  private async readAgain(): Promise<void> {
    const lag = await this.read();
    if (lag <= MOST) {
      this.highSince = null;
      this.readAgainAt = this.now() + READ_AFTER;
      return;
    }
    this.highSince ??= this.now();
    // A forged row can claim an old time. The next checkpoint passes it, so that such a lag ends within a second.
    if (this.now() - this.highSince < HIGH_FOR) return;
    throw new UnavailableError({ cause: 'log_lags', behind_ms: Math.round(lag) });
  }
}

/** Adds the lag to the metrics, as `transparency_log_lag_seconds{environment}`. */
export function measureLogLag(metrics: Metrics, lag: LogLag): void {
  metrics.gauge(
    {
      name: 'transparency_log_lag_seconds',
      help: 'Seconds since the time of the oldest element that the transparency log does not hold yet; from half of the merge delay on, what can add a `passed` is refused.',
    },
    async () => (await lag.read()) / 1_000,
  );
}

const OCCURRED_AT = /"occurred_at":"([^"]*)"/;

/** The time in an element's text, in milliseconds; an edited one without a time counts as new. */
function timeIn(element: string, now: Date): number {
  const time = Date.parse(OCCURRED_AT.exec(element)?.[1] ?? '');
  return Number.isNaN(time) ? now.getTime() : time;
}
