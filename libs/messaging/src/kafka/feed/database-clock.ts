import { compareClocks } from '@service/contracts';
import { OutageLog, PeriodicTask } from '@service/platform/scheduling';
import type { Logger } from '@service/platform/logging';
import type { Pool } from 'pg';

/** Milliseconds between two measurements at most. */
const MEASURE_EVERY = 1_000;
/** Largest accepted error of an age, in milliseconds. */
const MOST_UNSURE = 1_000;
/** Growth of a measurement's error per millisecond since it was taken: a clock may be adjusted meanwhile. */
const DRIFT = 0.1;

interface Measurement {
  /** Milliseconds since 1970 of the database's clock. */
  time: number;
  /** Milliseconds of the monotonic clock before it was asked. */
  askedAt: number;
  /** Milliseconds until the database had answered: the error of the measurement. */
  took: number;
}

/**
 * Estimates the database's clock by this process's monotonic clock. It tells the age of moments that other processes
 * read from the database's clock, so the clocks of the hosts need not agree.
 */
export class DatabaseClock {
  private best: Measurement | null = null;
  /** When the database last told its clock precisely enough, by the monotonic clock. */
  private learntAt = -Infinity;
  private readonly measuring: PeriodicTask;
  private started: Promise<void> | null = null;

  constructor(
    private readonly pool: Pick<Pool, 'query'>,
    logger: Logger,
  ) {
    const outage = new OutageLog(logger, 'Measuring the clock of the database');
    this.measuring = new PeriodicTask(() => this.measureWhereDue(), MEASURE_EVERY, outage);
  }

  /** Resolves after the first measurement; all callers share it. */
  start(): Promise<void> {
    this.started ??= this.measure().then(() => this.measuring.start());
    return this.started;
  }

  stop(): Promise<void> {
    return this.measuring.stop();
  }

  /** Most milliseconds since a moment of the database's clock; those since 1970 while the error exceeds a second. */
  ageOf(moment: number): number {
    const { best } = this;
    const now = performance.now();
    if (best === null || unsureOf(best, now) > MOST_UNSURE) return Date.now();
    return best.time + (now - best.askedAt) - moment;
  }

  /**
   * The moment by the monotonic clock, at the latest. Null where it lies ahead, because the database's clock was set back since
   * or was set forward just now: its age is unknown.
   */
  localOf(moment: number): number | null {
    const age = this.ageOf(moment);
    return age < 0 ? null : performance.now() - age;
  }

  /**
   * Takes the database's clock from the answer to some statement, which spares a measurement.
   * @param time milliseconds since 1970.
   * @param askedAt milliseconds of the monotonic clock, before the statement was sent.
   */
  learn(time: number, askedAt: number): void {
    const now = performance.now();
    const next = { time, askedAt, took: now - askedAt };
    compareClocks(time, next.took);
    if (this.best !== null && next.took > unsureOf(this.best, now)) return;
    this.best = next;
    this.learntAt = now;
  }

  /** @returns milliseconds until the next measurement is due. */
  private async measureWhereDue(): Promise<number> {
    const left = this.learntAt + MEASURE_EVERY - performance.now();
    if (left > 0) return left;
    await this.measure();
    return MEASURE_EVERY;
  }

  private async measure(): Promise<void> {
    const askedAt = performance.now();
    const { rows } = await this.pool.query<{ time: number }>({
      name: 'database_clock',
      text: 'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS time',
    });
    this.learn(rows[0]?.time ?? 0, askedAt);
  }
}

function unsureOf({ askedAt, took }: Measurement, now: number): number {
  return took + (now - askedAt) * DRIFT;
}
