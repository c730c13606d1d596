import UPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { shortNumber } from '../format/numbers.js';
import { LENGTHS, heightsOf, type Granularity, type Stacks } from './stacks.js';
import { axisLabel } from './utc-labels.js';

export interface BarsOptions {
  granularity: Granularity;
  /** CSS variables of the parts' colours. */
  colours: readonly string[];
  /** Value of a horizontal line, drawn when the bars come near it; null for none. */
  limit: number | null;
  height: number;
  /** Called with the hovered bar; null for none. */
  onPoint: (bar: number | null) => void;
}

/** Draws bars on a canvas within an element. @returns a function that removes it. */
export function drawBars(place: HTMLElement, stacks: Stacks, options: BarsOptions): () => void {
  const { granularity, limit, height, onPoint } = options;
  const colourOf = colourReader(place);
  const [line, quiet] = [colourOf('--line'), colourOf('--quiet')];
  const heights = heightsOf(stacks);
  const length = LENGTHS[granularity] / 1_000;
  const seconds = stacks.starts.map((start) => start / 1_000);
  const highest = Math.max(1, ...(heights.at(-1) ?? []));
  const top = limit !== null && limit <= highest * 2 ? Math.max(highest, limit) : highest;
  const font = `12px ${getComputedStyle(place).fontFamily}`;
  const bars = UPlot.paths.bars?.({ size: [0.72, 44], align: 1 });
  // The top parts first: each lower one covers the bar up to its own height.
  const parts = heights
    .map((values, index) => ({ values, colour: colourOf(options.colours[index] ?? '--chart-6') }))
    .toReversed();
  const plot = new UPlot(
    {
      width: place.clientWidth,
      height,
      tzDate: (at) => UPlot.tzDate(new Date(at * 1_000), 'Etc/UTC'),
      legend: { show: false },
      cursor: { y: false, drag: { x: false, y: false }, points: { show: false } },
      scales: {
        x: { time: true, range: [seconds[0] ?? 0, (seconds.at(-1) ?? 0) + length] },
        y: { range: [0, top * 1.06] },
      },
      axes: [
        {
          stroke: quiet,
          font,
          size: 30,
          grid: { show: false },
          ticks: { stroke: line, size: 4 },
          space: 64,
          incrs: granularity === 'day' ? DAYS : HOURS,
          values: (_plot, splits) => splits.map((at) => axisLabel(at * 1_000, granularity)),
        },
        {
          stroke: quiet,
          font,
          grid: { stroke: line, width: 1 },
          ticks: { show: false },
          size: 48,
          space: 32,
          incrs: COUNTS,
          values: (_plot, splits) => splits.map(shortNumber),
        },
      ],
      series: [
        {},
        ...parts.map(({ colour }) => ({
          fill: colour,
          stroke: colour,
          width: 0,
          points: { show: false },
          ...(bars === undefined ? {} : { paths: bars }),
        })),
      ],
      hooks: {
        setCursor: [
          (drawn) => onPoint(drawn.cursor.left === undefined || drawn.cursor.left < 0 ? null : barAt(drawn)),
        ],
        draw: [
          (drawn) => (limit === null || limit > top ? undefined : drawLimit(drawn, limit, colourOf('--bad'))),
        ],
      },
    },
    [seconds, ...parts.map(({ values }) => values)],
    place,
  );
  const barAt = (drawn: UPlot): number | null => {
    const at = drawn.posToVal(drawn.cursor.left ?? 0, 'x');
    const bar = Math.floor((at - (seconds[0] ?? 0)) / length);
    return bar >= 0 && bar < seconds.length ? bar : null;
  };
  const resized = new ResizeObserver(() => plot.setSize({ width: place.clientWidth, height }));
  resized.observe(place);
  return () => {
    resized.disconnect();
    plot.destroy();
  };
}

const HOURS = [1, 2, 3, 6, 12, 24, 48, 168].map((hours) => hours * 3_600);
const DAYS = [1, 2, 5, 7, 14, 30, 60, 90].map((days) => days * 86_400);
const COUNTS = Array.from({ length: 13 }, (_none, power) =>
  [1, 2, 5].map((step) => step * 10 ** power),
).flat();

/** The variable holds `light-dark(…)`; only a property that uses it resolves to a colour. */
function colourReader(place: HTMLElement): (variable: string) => string {
  return (variable) => {
    const probe = document.createElement('span');
    probe.style.color = `var(${variable})`;
    place.append(probe);
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  };
}

function drawLimit(plot: UPlot, limit: number, colour: string): void {
  const { ctx, bbox } = plot;
  const y = plot.valToPos(limit, 'y', true);
  ctx.save();
  ctx.strokeStyle = colour;
  ctx.lineWidth = devicePixelRatio * 1.5;
  ctx.setLineDash([6 * devicePixelRatio, 4 * devicePixelRatio]);
  ctx.beginPath();
  ctx.moveTo(bbox.left, y);
  ctx.lineTo(bbox.left + bbox.width, y);
  ctx.stroke();
  ctx.restore();
}
