import { beforeEach, describe, expect, it } from '@jest/globals';

import { createLogger } from '../logging/create-logger.js';
import { Distribution } from './distribution.js';
import { renderMetrics } from './exposition.js';
import { createMetrics, type Metrics } from './metrics.js';

const lag = { name: 'lag_seconds', help: 'How far behind.', labels: ['log'] } as const;

let metrics: Metrics;
let log: string;

beforeEach(() => {
  log = '';
  metrics = createMetrics(createLogger('info', { write: (line) => (log += line) }), 'development');
});

const lagOf = (log: string) => `rvs_lag_seconds{environment="development",log="${log}"}`;

/** The samples of a scrape whose names start with a text. */
async function scraped(name: string): Promise<string[]> {
  const { text } = renderMetrics(await metrics.collect());
  return text.split('\n').filter((line) => line.startsWith(name));
}

describe('metrics', () => {
  it('hold CPU, memory and event loop lag of the process', async () => {
    for (const name of [
      'process_cpu_seconds_total',
      'process_resident_memory_bytes',
      'nodejs_eventloop_lag_seconds',
    ]) {
      expect(await scraped(`${name} `)).toHaveLength(1);
    }
  });

  it('have the environment as their first label, besides those of the process', async () => {
    metrics.gauge(lag, () => [{ labels: { log: 'records' }, value: 1 }]);
    const sizes = new Distribution([1]);
    sizes.observe(2);
    metrics.histogram({ name: 'size_bytes', help: 'How large.' }, () => sizes);
    metrics.gauge({ name: 'absent', help: 'Not known now.' }, () => null);
    const { text } = renderMetrics(await metrics.collect());
    const samples = text.split('\n').filter((line) => !line.startsWith('#'));
    const ofEnvironment = samples.filter((line) => line.includes('environment='));
    expect(ofEnvironment).toEqual(samples.filter((line) => line.startsWith('rvs_')));
    expect(ofEnvironment).toEqual([
      'rvs_lag_seconds{environment="development",log="records"} 1',
      'rvs_size_bytes_bucket{environment="development",le="1"} 0',
      'rvs_size_bytes_bucket{environment="development",le="+Inf"} 1',
      'rvs_size_bytes_sum{environment="development"} 2',
      'rvs_size_bytes_count{environment="development"} 1',
    ]);
  });

  it('collect a gauge’s values at every scrape, and keep no old ones', async () => {
    let logs = ['a', 'b'];
    metrics.gauge(lag, () => logs.map((log) => ({ labels: { log }, value: 1.5 })));
    expect(await scraped('rvs_lag_seconds')).toEqual([`${lagOf('a')} 1.5`, `${lagOf('b')} 1.5`]);
    logs = ['b'];
    expect(await scraped('rvs_lag_seconds')).toEqual([`${lagOf('b')} 1.5`]);
  });

  it('collect one gauge’s values from several sources, and leave out a source that fails', async () => {
    metrics.gauge(lag, async () => [{ labels: { log: 'a' }, value: 1 }]);
    metrics.gauge(lag, () => {
      throw new Error('it broke');
    });
    metrics.gauge(lag, () => [{ labels: { log: 'b' }, value: '2' as unknown as number }]);
    expect(await scraped('rvs_lag_seconds')).toEqual([`${lagOf('a')} 1`]);
    expect(log.trim().split('\n')).toHaveLength(2);
    expect(log).toContain('it broke');
    expect(await scraped('process_cpu_seconds_total ')).toHaveLength(1);
  });

  it('show nothing of a gauge without labels that could not be collected', async () => {
    metrics.gauge({ name: 'broken', help: 'Fails.' }, async () => Promise.reject(new Error('no')));
    metrics.gauge({ name: 'sound', help: 'Answers.' }, () => 0);
    expect(await scraped('rvs_broken')).toEqual([]);
    expect(await scraped('rvs_sound')).toEqual(['rvs_sound{environment="development"} 0']);
  });

  it('wait 2 s for a source that hangs, and ask it only once', async () => {
    let asked = 0;
    metrics.gauge(lag, async () => {
      asked += 1;
      return new Promise<never>(() => undefined);
    });
    expect(await Promise.all([scraped('rvs_lag_seconds'), scraped('rvs_lag_seconds')])).toEqual([[], []]);
    expect(asked).toBe(1);
  });

  it('are collected once for all who ask meanwhile', async () => {
    const [one, other] = await Promise.all([metrics.collect(), metrics.collect()]);
    expect(other).toBe(one);
    expect(await metrics.collect()).not.toBe(one);
  });

  it('collect counters like gauges, with their own type', async () => {
    let value = 1;
    metrics.counter({ name: 'calls_total', help: 'Calls.' }, () => value);
    expect(await scraped('rvs_calls_total')).toEqual(['rvs_calls_total{environment="development"} 1']);
    value = 3;
    expect(await scraped('rvs_calls_total')).toEqual(['rvs_calls_total{environment="development"} 3']);
    expect(await scraped('# TYPE rvs_calls_total')).toEqual(['# TYPE rvs_calls_total counter']);
  });
});
