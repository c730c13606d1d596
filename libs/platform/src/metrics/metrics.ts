import type { Environment } from '@service/contracts';
import { Registry, collectDefaultMetrics } from 'prom-client';
import type { Logger } from '../logging/create-logger.js';
import { within } from '../within.js';
import type { Distribution } from './distribution.js';
import type { Family, Sample } from './family.js';

/** Prefix of all metrics but those of Node.js. */
const PREFIX = 'rvs_';

interface MetricDefinition<Label extends string> {
  /** In snake case, ending in the unit, and `_total` for a counter: `relay_lag_seconds`. `rvs_` is put before it. */
  readonly name: string;
  readonly help: string;
  /** Labels besides `environment`, which every sample has. */
  readonly labels?: readonly Label[];
}

interface Labelled<Label extends string, Value> {
  readonly labels: Readonly<Record<Label, string>>;
  readonly value: Value;
}

/** A value for each set of labels. A metric without labels has one value; null means that it has none now. */
type Collected<Label extends string, Value> = [Label] extends [never]
  ? Value | null
  : readonly Labelled<Label, Value>[];

type Add<Value> = <Label extends string = never>(
  definition: MetricDefinition<Label>,
  collect: () => Collected<NoInfer<Label>, Value> | Promise<Collected<NoInfer<Label>, Value>>,
) => void;

/** The metrics of one process: CPU, memory, event loop lag, and those that are added. */
export interface Metrics {
  /**
   * Adds a gauge whose values are collected at every scrape. Several sources may add to one gauge, such as each
   * app with its label. A source that throws or takes longer than 2 s is logged, and left out of that scrape.
   */
  readonly gauge: Add<number>;
  /** Adds a counter in the same way, for sums since the start of the process, which never fall. */
  readonly counter: Add<number>;
  /** Adds a histogram in the same way, for distributions since the start of the process. */
  readonly histogram: Add<Distribution>;
  /** All current metrics. */
  collect(): Promise<Family[]>;
}

/** Milliseconds between two looks at the lag of the event loop (ten by default): each look wakes an idle process. */
const LAG_EVERY = 50;

/** Timeout of a source in milliseconds; a scraper gives up after ten seconds. */
const COLLECT_TIMEOUT = 2_000;

interface Metric {
  readonly name: string;
  readonly help: string;
  readonly type: Family['type'];
  readonly sources: (() => Promise<readonly Sample[]>)[];
}

/** @param environment of the process: the first label of all metrics but those of Node.js. */
export function createMetrics(logger: Logger, environment: Environment): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: LAG_EVERY });
  const metrics = new Map<string, Metric>();

  const adder =
    <Value>(type: Family['type'], samplesOf: SamplesOf<Value>): Add<Value> =>
    ({ name: ownName, help, labels = [] }, collect) => {
      const name = `${PREFIX}${ownName}`;
      const metric = metrics.get(name) ?? { name, help, type, sources: [] };
      metrics.set(name, metric);
      const ask = oneAtATime(async () => {
        const collected = (await collect()) as Value | null | readonly Labelled<string, Value>[];
        const samples = labelledIn(collected).flatMap((one) =>
          samplesOf(name, { environment, ...one.labels }, one.value),
        );
        samples.forEach((sample) => check(sample, labels));
        return samples;
      });
      metric.sources.push(() =>
        within(COLLECT_TIMEOUT, ask).catch((err: unknown) => {
          logger.warn({ err, metric: name }, 'a metric could not be collected');
          return [];
        }),
      );
    };

  return {
    gauge: adder('gauge', plain),
    counter: adder('counter', plain),
    histogram: adder('histogram', buckets),
    collect: oneAtATime(async () => {
      const own = [...metrics.values()].map(async ({ sources, ...family }) => ({
        ...family,
        samples: (await Promise.all(sources.map((source) => source()))).flat(),
      }));
      return [...(await ofNode(registry)), ...(await Promise.all(own))];
    }),
  };
}

function labelledIn<Value>(
  collected: Value | null | readonly Labelled<string, Value>[],
): readonly Labelled<string, Value>[] {
  if (Array.isArray(collected)) return collected as readonly Labelled<string, Value>[];
  return collected === null ? [] : [{ labels: {}, value: collected as Value }];
}

type SamplesOf<Value> = (name: string, labels: Sample['labels'], value: Value) => Sample[];

const plain: SamplesOf<number> = (name, labels, value) => [{ name, labels, value }];

/** Buckets hold all values that are not above their bound. */
function buckets(
  name: string,
  labels: Sample['labels'],
  { bounds, counts, exemplars, sum }: Distribution,
): Sample[] {
  let count = 0;
  const samples = counts.map((each, index): Sample => {
    count += each;
    const exemplar = exemplars[index];
    const le = bounds[index] ?? '+Inf';
    return {
      name: `${name}_bucket`,
      labels: { ...labels, le },
      value: count,
      ...(exemplar === undefined ? {} : { exemplar }),
    };
  });
  return [
    ...samples,
    { name: `${name}_sum`, labels, value: sum },
    { name: `${name}_count`, labels, value: count },
  ];
}

/** @throws Error for an undeclared label, and for a value that is not a number at runtime. */
function check({ labels, value }: Sample, declared: readonly string[]): void {
  const known = ['environment', 'le', ...declared];
  const unknown = Object.keys(labels).find((label) => !known.includes(label));
  if (unknown !== undefined) throw new Error(`The label ${unknown} was not declared.`);
  if (typeof value !== 'number') throw new Error(`${String(value)} is not a number.`);
}

async function ofNode(registry: Registry): Promise<Family[]> {
  const families = await registry.getMetricsAsJSON();
  return families.map(({ name, help, type, values }) => ({
    name,
    help,
    // prom-client's types call this a number, but it is a word.
    type: String(type) as Family['type'],
    samples: (values as { value: number; labels: Sample['labels']; metricName?: string }[])
      // Not measured yet: leave it out.
      .filter(({ value }) => !Number.isNaN(value))
      .map(({ value, labels, metricName = name }) => ({ name: metricName, labels, value })),
  }));
}

// Call a hanging source once, not at each scrape: its queries would fill the pool.
function oneAtATime<Answer>(ask: () => Promise<Answer>): () => Promise<Answer> {
  let pending: Promise<Answer> | undefined;
  return async () => {
    pending ??= ask().finally(() => (pending = undefined));
    return pending;
  };
}
