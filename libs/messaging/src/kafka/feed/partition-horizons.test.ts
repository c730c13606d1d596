import { describe, expect, it } from '@jest/globals';
import { PartitionHorizons } from './partition-horizons.js';

const identity = { epoch: 1, beat: '1' };

function heard(...said: [partition: string, horizon: string, at: number][]): PartitionHorizons {
  const horizons = new PartitionHorizons();
  for (const [partition, horizon, at] of said) horizons.heard(partition, { horizon, at, identity });
  return horizons;
}

describe('what holds for all partitions', () => {
  it('is nothing until each of them has spoken', () => {
    expect(heard(['a', '5', 1]).common(2)).toBeNull();
    expect(heard().common(0)).toBeNull();
  });

  it('is the lowest horizon and the oldest time, wherever each comes from', () => {
    const horizons = heard(['a', '9', 1_000], ['b', '10', 999], ['c', '11', 2_000]);
    expect(horizons.common(3)).toEqual({ horizon: 9n, at: 999 });
  });

  it('goes on with what each says last', () => {
    const horizons = heard(['a', '5', 1], ['b', '6', 2], ['a', '8', 4], ['b', '7', 3]);
    expect(horizons.common(2)).toEqual({ horizon: 7n, at: 3 });
  });

  it('never goes back', () => {
    const horizons = heard(['a', '5', 4], ['a', '4', 3]);
    expect(horizons.common(1)).toEqual({ horizon: 5n, at: 4 });
  });

  it('is nothing again once everything is forgotten', () => {
    const horizons = heard(['a', '5', 4]);
    horizons.clear();
    expect(horizons.common(1)).toBeNull();
    horizons.heard('a', { horizon: '3', at: 2, identity });
    expect(horizons.common(1)).toEqual({ horizon: 3n, at: 2 });
  });
});
