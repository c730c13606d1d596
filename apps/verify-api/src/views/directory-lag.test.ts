import { expect, it } from '@jest/globals';
import { firstIdAt } from '@service/contracts';
import { createLogger } from '@service/platform/logging';
import { createMetrics } from '@service/platform/metrics';
import { DirectoryLag } from './directory-lag.js';

it('the lag of the directory counts changes since it was read, not those that are read again', async () => {
  let now = 1_000_000;
  const lag = new DirectoryLag(() => now);
  const metrics = createMetrics(createLogger('silent'), 'development');
  lag.measure(metrics);
  const taken = (at: number) => lag.taken({ event_id: firstIdAt('event', at) });
  const measured = async () => {
    const samples = (await metrics.collect()).find(
      ({ name }) => name === 'rvs_directory_lag_seconds',
    )?.samples;
    return samples?.filter(({ name }) => !name.endsWith('_bucket')).map(({ value }) => value);
  };
  taken(999_999);
  lag.taken({ event_id: 'of another form' });
  expect(await measured()).toEqual([0, 0]);
  now = 1_002_000;
  taken(1_001_500);
  // The clock of its owner is ahead.
  taken(1_002_300);
  expect(await measured()).toEqual([0.5, 2]);
  lag.reset();
  taken(1_001_900);
  expect(await measured()).toEqual([0.5, 2]);
});
