import { expect, it } from '@jest/globals';
import { arcsOf } from './state-arcs.js';

const SIZES = { width: 100, height: 30, step: 120, rise: 30 };

it('leads on above the row of states, and back and around below it', () => {
  const arcs = arcsOf(
    ['active', 'suspended', 'over'],
    {
      begun: { from: [], to: 'active' },
      renewed: { from: ['active', 'over'], to: { active: 'active', over: 'active' } },
      ended: { from: ['active', 'suspended'], to: 'over' },
    },
    SIZES,
  );
  expect(arcs.map(({ type, from, to, peak }) => [type, from, to, peak.x, peak.y])).toEqual([
    ['renewed', 'active', 'active', 50, 60],
    ['renewed', 'over', 'active', 170, 90],
    ['ended', 'active', 'over', 170, -60],
    ['ended', 'suspended', 'over', 230, -30],
  ]);
});

it('puts an arc over more states outside of the others at their common end', () => {
  const arcs = arcsOf(['a', 'b', 'c'], { ended: { from: ['a', 'b'], to: 'c' } }, SIZES);
  const ends = arcs.map(({ path }) => Number(/([\d.]+) [\d.-]+$/.exec(path)?.[1]));
  expect(ends).toEqual([284, 278]);
});
