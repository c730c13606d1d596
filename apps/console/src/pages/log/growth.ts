/** A size of the log, and the time at which the log had it. */
export interface GrowthPoint {
  /** Milliseconds since 1970. */
  at: number;
  size: number;
}

/** The drawn growth: a line and the labels of its axes. */
export interface Growth {
  /** Path of the line, as SVG writes it. */
  line: string;
  from: number;
  to: number;
  most: number;
}

/**
 * Draws the log's size over time in steps, because it is constant between checkpoints. Null for fewer than two points.
 */
export function drawGrowth(points: readonly GrowthPoint[], width: number, height: number): Growth | null {
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined || points.length < 2) return null;
  const span = Math.max(1, last.at - first.at);
  const most = niceAbove(last.size);
  const place = ({ at, size }: GrowthPoint) => [
    rounded(((at - first.at) / span) * width),
    rounded(height - (size / most) * height),
  ];
  const steps = points.map((point, index) => {
    const [x, y] = place(point);
    return index === 0 ? `M${x} ${y}` : `H${x}V${y}`;
  });
  return { line: steps.join(''), from: first.at, to: last.at, most };
}

/** The next number with one digit and zeros: 1, 2, 5, 10, 20, 50. */
export function niceAbove(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, value)));
  const step = [1, 2, 5, 10].find((each) => each * power >= value) ?? 10;
  return step * power;
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}
