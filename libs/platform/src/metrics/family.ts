/** An exemplar: a measurement of a bucket with its trace (OpenMetrics 1.0). */
export interface Exemplar {
  readonly traceId: string;
  readonly value: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** One line of an exposition. */
export interface Sample {
  /** The family’s name, with `_bucket`, `_sum` or `_count` in a histogram. */
  readonly name: string;
  readonly labels: Readonly<Record<string, string | number>>;
  readonly value: number;
  readonly exemplar?: Exemplar;
}

/** All samples of one metric. Counters end in `_total`. */
export interface Family {
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge' | 'histogram' | 'summary' | 'untyped';
  readonly samples: readonly Sample[];
}
