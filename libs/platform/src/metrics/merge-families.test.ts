import { expect, it } from '@jest/globals';
import type { Family } from './family.js';
import { mergeFamilies } from './merge-families.js';

const up = (value: number): Family => ({
  name: 'up',
  help: 'Whether it is up.',
  type: 'gauge',
  samples: [{ name: 'up', labels: {}, value }],
});
const age = (labels: Record<string, string>): Family => ({
  name: 'age_seconds',
  help: 'Its age.',
  type: 'gauge',
  samples: [{ name: 'age_seconds', labels, value: 2 }],
});

it('joins the samples of each metric, with the labels of their process unless they have them', () => {
  const merged = mergeFamilies([
    { families: [up(7)], labels: {} },
    { families: [up(1), age({ environment: 'staging' })], labels: { environment: 'development' } },
    { families: [age({ of: 'b' }), up(0)], labels: { environment: 'production' } },
  ]);
  expect(
    merged.map(({ name, samples }) => [name, samples.map(({ labels, value }) => ({ ...labels, value }))]),
  ).toEqual([
    ['up', [{ value: 7 }, { environment: 'development', value: 1 }, { environment: 'production', value: 0 }]],
    [
      'age_seconds',
      [
        { environment: 'staging', value: 2 },
        { environment: 'production', of: 'b', value: 2 },
      ],
    ],
  ]);
});
