import { describe, expect, it } from '@jest/globals';
import { PartitionHorizons } from './partition-horizons.js';

function recorded(...reported: [partition: string, horizon: string][]): PartitionHorizons {
  const horizons = new PartitionHorizons();
  for (const [partition, horizon] of reported) horizons.record(partition, horizon);
  return horizons;
}

describe('the common horizon of all partitions', () => {
  it('is null until each has reported one', () => {
    expect(recorded(['a', '5']).common(2)).toBeNull();
    expect(recorded().common(0)).toBeNull();
  });

  it('is the lowest, by number', () => {
    expect(recorded(['a', '9'], ['b', '10'], ['c', '11']).common(3)).toBe(9n);
  });

  it('advances, and never goes back', () => {
    expect(recorded(['a', '5'], ['b', '6'], ['a', '8'], ['b', '7']).common(2)).toBe(7n);
    expect(recorded(['a', '5'], ['a', '4']).common(1)).toBe(5n);
  });

  it('is null again once everything is cleared', () => {
    const horizons = recorded(['a', '5']);
    horizons.clear();
    expect(horizons.common(1)).toBeNull();
    horizons.record('a', '3');
    expect(horizons.common(1)).toBe(3n);
  });
});
