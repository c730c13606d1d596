import { Counter, Gauge, Registry, collectDefaultMetrics } from 'prom-client';

import type { Logger } from '../logging/create-logger.js';
import { within } from './within.js';

export interface MetricDefinition<Label extends string> {
  /** In snake case, with the unit at the end, and `_total` behind that of a counter: `relay_lag_seconds`. */
  readonly name: string;
  readonly help: string;
  readonly labels: readonly Label[];
}

export interface MetricSample<Label extends string> {
  readonly labels: Readonly<Record<Label, string>>;
  readonly value: number;
}

type Samples<Label extends string> = readonly MetricSample<Label>[];

/** The metrics of one process: CPU, memory, event loop lag, and those that are added. */
export interface Metrics {
  /**
   * Adds a gauge whose values are collected at every scrape. Several sources may add to one gauge, such as each
   * environment with its label. A source that throws or takes longer than 2 s is logged, and left out of that
   * scrape.
   */
  gauge<Label extends string>(
    definition: MetricDefinition<Label>,
    collect: () => Samples<Label> | Promise<Samples<Label>>,
  ): void;
  /** The same for sums since the start of the process, which never fall. */
  counter<Label extends string>(
    definition: MetricDefinition<Label>,
    collect: () => Samples<Label> | Promise<Samples<Label>>,
  ): void;
  /** All current metrics, in the text format of Prometheus. */
  scrape(): Promise<{ contentType: string; text: string }>;
}

/** Milliseconds that a source has for its values; a scraper gives up after ten seconds. */
const COLLECT_TIMEOUT = 2_000;

export function createMetrics(logger: Logger): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const sources = new Map<string, (() => Promise<Samples<string>>)[]>();

  const omit = (name: string, err: unknown): void =>
    logger.warn({ err, metric: name }, 'a metric could not be collected');
  const samplesOf = async (name: string): Promise<Samples<string>> => {
    const samples = (sources.get(name) ?? []).map((ask) =>
      within(COLLECT_TIMEOUT, ask).catch((error: unknown) => {
        omit(name, error);
        return [];
      }),
    );
    return (await Promise.all(samples)).flat();
  };

  /** @returns whether it is the metric's first source. */
  const addSource = (name: string, collect: () => Samples<string> | Promise<Samples<string>>) => {
    const source = oneAtATime(async () => collect());
    const known = sources.get(name);
    if (known === undefined) sources.set(name, [source]);
    else known.push(source);
    return known === undefined;
  };
  const show = async (
    name: string,
    metric: { reset(): void; remove(): void },
    labels: readonly string[],
    set: (sample: MetricSample<string>) => void,
  ): Promise<void> => {
    const samples = await samplesOf(name);
    metric.reset();
    // A metric without labels is reset to zero, a value that was never measured.
    if (labels.length === 0) metric.remove();
    for (const sample of samples) {
      try {
        set(sample);
      } catch (error) {
        omit(name, error); // A label that was not declared, or what only the compiler took for a number.
      }
    }
  };

  return {
    gauge({ name, help, labels }, collect) {
      if (!addSource(name, collect)) return;
      const gauge: Gauge = new Gauge({
        name,
        help,
        labelNames: [...labels],
        registers: [registry],
        collect: () => show(name, gauge, labels, (sample) => gauge.set(sample.labels, sample.value)),
      });
    },
    counter({ name, help, labels }, collect) {
      if (!addSource(name, collect)) return;
      const counter: Counter = new Counter({
        name,
        help,
        labelNames: [...labels],
        registers: [registry],
        collect: () => show(name, counter, labels, (sample) => counter.inc(sample.labels, sample.value)),
      });
    },
    scrape: async () => ({ contentType: registry.contentType, text: await registry.metrics() }),
  };
}

// A source that hangs is called once, not once a scrape: its queries would fill the pool.
function oneAtATime<Answer>(ask: () => Promise<Answer>): () => Promise<Answer> {
  let pending: Promise<Answer> | undefined;
  return async () => {
    pending ??= ask().finally(() => (pending = undefined));
    return pending;
  };
}
