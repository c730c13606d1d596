import { describe, expect, test } from '@jest/globals';
import { renderCurves, type Line } from './curve.ts';

const rendered = (...lines: Line[]) =>
  renderCurves({ title: 'a < b', xLabel: 'records', yLabel: 'ms', lines });

describe('renderCurves', () => {
  test('puts equal ratios at equal distances', () => {
    const picture = rendered({
      name: 'verify',
      points: [
        { x: 1_000, y: 1 },
        { x: 10_000, y: 10 },
        { x: 100_000, y: 100 },
      ],
    });
    const [, path = ''] = /<polyline points="([^"]+)"/.exec(picture) ?? [];
    const points = path.split(' ').map((point) => point.split(',').map(Number));
    const steps = points
      .slice(1)
      .map((point, place) => point.map((at, axis) => at - (points[place]?.[axis] ?? NaN)));
    expect(steps).toHaveLength(2);
    expect(steps[1]?.[0]).toBeCloseTo(steps[0]?.[0] ?? NaN, 0);
    expect(steps[1]?.[1]).toBeCloseTo(steps[0]?.[1] ?? NaN, 0);
    // Larger values are higher up.
    expect(steps[0]?.[1]).toBeLessThan(0);
  });

  test('escapes text, and keeps the names of lines that end together apart', () => {
    const points = [
      { x: 1, y: 1 },
      { x: 10, y: 5 },
    ];
    const picture = rendered({ name: 'one', points }, { name: 'two', points });
    expect(picture).toContain('a &lt; b');
    const heights = [...picture.matchAll(/y="([\d.]+)" text-anchor="start"[^>]*>(?:one|two)/g)].map(([, y]) =>
      Number(y),
    );
    expect(heights).toHaveLength(2);
    const [one = NaN, other = NaN] = heights;
    expect(Math.abs(one - other)).toBeGreaterThanOrEqual(12);
  });

  test('refuses a value without a place on its axis', () => {
    expect(() => rendered({ name: 'none', points: [{ x: 1, y: 0 }] })).toThrow(RangeError);
  });
});
