import { describe, expect, it } from '@jest/globals';
import { horizonOfPartitions, positionsOf, progressIn } from './partition-progress.js';

describe('the horizon of tables', () => {
  it('is the same of positions that were read', () => {
    const at = (partition: number, horizon: string, epoch: number) => {
      return { topic: 'events', partition, nextOffset: '1', horizon, epoch, currentAt: 0 };
    };
    const progress = progressIn([at(0, '10', 3), at(1, '9007199254740995', 3), at(2, '9', 3)]);
    expect([progress, progressIn([at(0, '5', 2), at(1, '4', 3)]), progressIn([])]).toEqual([
      '3/9/3/3',
      '2/4/2/3',
      '0',
    ]);
    expect(horizonOfPartitions(progress, 3, 3)).toBe(9n);
  });

  it('does not wait for partitions that are no longer there', () => {
    const at = (partition: number, horizon: string) => {
      return { topic: 'events', partition, nextOffset: '1', horizon, epoch: 1, currentAt: 0 };
    };
    const partitions = [0, 1].map((partition) => ({ topic: 'events', partition }));
    const positions = positionsOf(partitions, [at(0, '10'), at(1, '9'), at(2, '3')]);
    expect(horizonOfPartitions(progressIn(positions), 2, 1)).toBe(9n);
  });

  it('is the lowest of all partitions', () => {
    expect(horizonOfPartitions('12/9007199254740995/3/3', 12, 3)).toBe(9007199254740995n);
    expect(horizonOfPartitions('13/7/3/3', 12, 3)).toBe(7n);
  });

  it('is that of the first epoch where no topic has brought one yet', () => {
    expect(horizonOfPartitions('12/7/1/1', 12, 0)).toBe(7n);
  });

  it.each<[string, string, number, number]>([
    ['a partition has not been read', '11/7/3/3', 12, 3],
    ['nothing is known of the partitions', '0', 0, 0],
    ['one was read under an earlier epoch', '12/7/2/3', 12, 3],
    ['all were read under an earlier epoch', '12/7/2/2', 12, 3],
    ['another replica has seen a later epoch', '12/7/3/3', 12, 2],
  ])('is unknown where %s', (_, progress, partitions, epoch) => {
    expect(horizonOfPartitions(progress, partitions, epoch)).toBe(0n);
  });
});
