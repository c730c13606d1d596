/** A line of a picture: points from left to right. */
export interface Line {
  name: string;
  points: readonly { x: number; y: number }[];
}

/** The content of a picture. Both axes are logarithmic, so that a factor of two is the same distance everywhere. */
export interface Curves {
  title: string;
  xLabel: string;
  yLabel: string;
  lines: readonly Line[];
}

const WIDTH = 640;
const HEIGHT = 360;
const PLOT = { left: 64, right: 470, top: 44, bottom: 308 };
const COLOURS = ['#1f5fa8', '#c2410c', '#15803d', '#7e22ce', '#64748b'];
/** Pixels between the names of two lines, at least. */
const NAME_HEIGHT = 16;

/** A picture of curves as SVG, on white, with its figures as text.
 *  @throws RangeError for a value that is not positive, which has no place on a logarithmic axis. */
export function renderCurves({ title, xLabel, yLabel, lines }: Curves): string {
  const points = lines.flatMap((line) => line.points);
  const xDecades = decadesAround(points.map(({ x }) => x));
  const yDecades = decadesAround(points.map(({ y }) => y));
  const toX = scale(xDecades, PLOT.left, PLOT.right);
  const toY = scale(yDecades, PLOT.bottom, PLOT.top);
  const grid = [
    ...xDecades.map((x) =>
      tick(toX(x), PLOT.bottom, toX(x), PLOT.top, toX(x), PLOT.bottom + 18, 'middle', x),
    ),
    ...yDecades.map((y) => tick(PLOT.left, toY(y), PLOT.right, toY(y), PLOT.left - 8, toY(y) + 4, 'end', y)),
  ];
  const names = spreadOut(lines.map(({ points: own }) => toY(own.at(-1)?.y ?? 1)));
  const drawn = lines.flatMap(({ name, points: own }, place) => {
    const colour = COLOURS[place % COLOURS.length] ?? 'black';
    const path = own.map(({ x, y }) => `${round(toX(x))},${round(toY(y))}`).join(' ');
    const dots = own.map(
      ({ x, y }) =>
        `<circle cx="${round(toX(x))}" cy="${round(toY(y))}" r="3" fill="${colour}"><title>${escape(`${name}: ${show(y)} at ${show(x)}`)}</title></circle>`,
    );
    return [
      `<polyline points="${path}" fill="none" stroke="${colour}" stroke-width="2"/>`,
      ...dots,
      text(PLOT.right + 10, (names[place] ?? 0) + 4, 'start', `${name} ${show(own.at(-1)?.y ?? 0)}`, colour),
    ];
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" font-family="system-ui, sans-serif" font-size="12">`,
    `<title>${escape(title)}</title>`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#ffffff"/>`,
    `<text x="${PLOT.left}" y="22" font-size="14" font-weight="600" fill="#0f172a">${escape(title)}</text>`,
    ...grid,
    text(PLOT.left, PLOT.top - 8, 'start', yLabel, '#475569'),
    text((PLOT.left + PLOT.right) / 2, HEIGHT - 12, 'middle', xLabel, '#475569'),
    ...drawn,
    '</svg>\n',
  ].join('\n');
}

/** The powers of ten from below the least value to above the greatest. */
function decadesAround(values: readonly number[]): number[] {
  if (values.some((value) => !(value > 0)))
    throw new RangeError('A value has no place on a logarithmic axis.');
  const least = Math.floor(Math.log10(Math.min(...values)));
  const greatest = Math.max(least + 1, Math.ceil(Math.log10(Math.max(...values))));
  return Array.from({ length: greatest - least + 1 }, (_, index) => 10 ** (least + index));
}

function scale(decades: readonly number[], from: number, to: number): (value: number) => number {
  const low = Math.log10(Math.min(...decades));
  const high = Math.log10(Math.max(...decades));
  return (value) => from + ((Math.log10(value) - low) / (high - low)) * (to - from);
}

/** Heights for names beside the ends of their lines, without overlaps. */
function spreadOut(heights: readonly number[]): number[] {
  const placed = [...heights];
  let free = 0;
  for (const [place, height] of [...heights.entries()].sort(([, left], [, right]) => left - right)) {
    placed[place] = Math.max(height, free);
    free = Math.max(height, free) + NAME_HEIGHT;
  }
  return placed;
}

function tick(
  x1: number,
  y1: number,
  x2: number,
  y2: number,
  x: number,
  y: number,
  anchor: 'middle' | 'end',
  value: number,
): string {
  const line = `<line x1="${round(x1)}" y1="${round(y1)}" x2="${round(x2)}" y2="${round(y2)}" stroke="#e2e8f0"/>`;
  return line + text(x, y, anchor, show(value), '#475569');
}

function text(x: number, y: number, anchor: string, content: string, colour: string): string {
  return `<text x="${round(x)}" y="${round(y)}" text-anchor="${anchor}" fill="${colour}">${escape(content)}</text>`;
}

function show(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString('en') : String(Number(value.toPrecision(2)));
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

function escape(content: string): string {
  return content.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
