import { beforeEach, describe, expect, it } from '@jest/globals';

import { createLogger } from '../logging/create-logger.js';
import { renderMetrics } from './exposition.js';
import { createMetrics, type Metrics } from './metrics.js';

const lag = { name: 'lag_seconds', help: 'How far behind.', labels: ['environment'] } as const;

let metrics: Metrics;
let log: string;

beforeEach(() => {
  log = '';
  metrics = createMetrics(createLogger('info', { write: (line) => (log += line) }));
});

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

  it('collect a gauge’s values at every scrape, and keep no old ones', async () => {
    let environments = ['development', 'production'];
    metrics.gauge(lag, () => environments.map((environment) => ({ labels: { environment }, value: 1.5 })));
    expect(await scraped('rvs_lag_seconds')).toEqual([
      'rvs_lag_seconds{environment="development"} 1.5',
      'rvs_lag_seconds{environment="production"} 1.5',
    ]);
    environments = ['production'];
    expect(await scraped('rvs_lag_seconds')).toEqual(['rvs_lag_seconds{environment="production"} 1.5']);
  });

  it('collect one gauge’s values from several sources, and leave out a source that fails', async () => {
    metrics.gauge(lag, async () => [{ labels: { environment: 'development' }, value: 1 }]);
    metrics.gauge(lag, () => {
      throw new Error('it broke');
    });
    metrics.gauge(lag, () => [{ labels: { environment: 'production' }, value: '2' as unknown as number }]);
    expect(await scraped('rvs_lag_seconds')).toEqual(['rvs_lag_seconds{environment="development"} 1']);
    expect(log.trim().split('\n')).toHaveLength(2);
    expect(log).toContain('it broke');
    expect(await scraped('process_cpu_seconds_total ')).toHaveLength(1);
  });

  it('show nothing of a gauge without labels that could not be collected', async () => {
    metrics.gauge({ name: 'broken', help: 'Fails.', labels: [] }, async () =>
      Promise.reject(new Error('no')),
    );
    metrics.gauge({ name: 'sound', help: 'Answers.', labels: [] }, () => [{ labels: {}, value: 0 }]);
    expect(await scraped('rvs_broken')).toEqual([]);
    expect(await scraped('rvs_sound')).toEqual(['rvs_sound 0']);
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

  it('collect counters like gauges, with their own type', async () => {
    const calls = { name: 'calls_total', help: 'Calls.', labels: ['environment'] } as const;
    let value = 1;
    metrics.counter(calls, () => [{ labels: { environment: 'development' }, value }]);
    metrics.counter(calls, () => [{ labels: { environment: 'production' }, value: 5 }]);
    expect(await scraped('rvs_calls_total')).toContain('rvs_calls_total{environment="development"} 1');
    value = 3;
    expect(await scraped('rvs_calls_total')).toEqual([
      'rvs_calls_total{environment="development"} 3',
      'rvs_calls_total{environment="production"} 5',
    ]);
    expect(await scraped('# TYPE rvs_calls_total')).toEqual(['# TYPE rvs_calls_total counter']);
  });
});
