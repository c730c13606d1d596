import { describe, expect, it } from '@jest/globals';
import { PartitionHorizons } from './partition-horizons.js';

const identity = { epoch: 1, beat: '1' };

function recorded(...heartbeats: [partition: string, horizon: string, at: number][]): PartitionHorizons {
  const horizons = new PartitionHorizons();
  for (const [partition, horizon, at] of heartbeats) horizons.record(partition, { horizon, at, identity });
  return horizons;
}

describe('the common horizon and time of all partitions', () => {
  it('are null until each has sent a heartbeat', () => {
    expect(recorded(['a', '5', 1]).common(2)).toBeNull();
    expect(recorded().common(0)).toBeNull();
  });

  it('are the lowest horizon and the oldest time, of any partition', () => {
    const horizons = recorded(['a', '9', 1_000], ['b', '10', 999], ['c', '11', 2_000]);
    expect(horizons.common(3)).toEqual({ horizon: 9n, at: 999 });
  });

  it('advance with the last heartbeats', () => {
    const horizons = recorded(['a', '5', 1], ['b', '6', 2], ['a', '8', 4], ['b', '7', 3]);
    expect(horizons.common(2)).toEqual({ horizon: 7n, at: 3 });
  });

  it('never go back', () => {
    const horizons = recorded(['a', '5', 4], ['a', '4', 3]);
    expect(horizons.common(1)).toEqual({ horizon: 5n, at: 4 });
  });

  it('are null again once everything is cleared', () => {
    const horizons = recorded(['a', '5', 4]);
    horizons.clear();
    expect(horizons.common(1)).toBeNull();
    horizons.record('a', { horizon: '3', at: 2, identity });
    expect(horizons.common(1)).toEqual({ horizon: 3n, at: 2 });
  });
});
