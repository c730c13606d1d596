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
    const [first, second, third] = path.split(' ').map((point) => point.split(',').map(Number)) as [
      number[],
      number[],
      number[],
    ];
    expect(second[0]! - first[0]!).toBeCloseTo(third[0]! - second[0]!, 0);
    expect(second[1]! - first[1]!).toBeCloseTo(third[1]! - second[1]!, 0);
    expect(second[1]).toBeLessThan(first[1]!);
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
    expect(Math.abs(heights[0]! - heights[1]!)).toBeGreaterThanOrEqual(12);
  });

  test('refuses a value without a place on its axis', () => {
    expect(() => rendered({ name: 'none', points: [{ x: 1, y: 0 }] })).toThrow(RangeError);
  });
});
