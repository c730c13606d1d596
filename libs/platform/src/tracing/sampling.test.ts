import { expect, it } from '@jest/globals';
import { Sampling } from './sampling.js';

const context = (flags: string) => ({
  traceparent: `00-${'1'.repeat(32)}-${'2'.repeat(16)}-${flags}`,
  tracestate: null,
});
const [recorded, passed] = [context('01'), context('00')];

it('records what its caller records, and otherwise a share', () => {
  const draws = [0, 0.009, 0.01, 0.5];
  const sampling = new Sampling(0.01, () => draws.shift() ?? 1);
  expect(Array.from({ length: 4 }, () => sampling.isRecorded(null))).toEqual([true, true, false, false]);
  const none = new Sampling(0);
  const all = new Sampling(1);
  expect([none.isRecorded(recorded), none.isRecorded(null)]).toEqual([true, false]);
  expect([all.isRecorded(passed), all.isRecorded(null)]).toEqual([false, true]);
});

it('records what follows from a recorded trace, or by the share from none', () => {
  const [none, all] = [new Sampling(0), new Sampling(1)];
  expect([none.isFollowed([passed, recorded]), none.isFollowed([])]).toEqual([true, false]);
  expect([all.isFollowed([passed]), all.isFollowed([])]).toEqual([false, true]);
});
