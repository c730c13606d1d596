import type { CollectedSpan } from '@service/testing';

const [LABELS, BARS, ROW, HEAD, MARGIN] = [330, 560, 30, 44, 16];
const COLOURS: Readonly<Record<string, string>> = {
  'verify-api': '#2563eb',
  'record-store': '#0f766e',
  'webhook-dispatcher': '#b45309',
};

/** A picture of spans on one axis of time, as SVG: a row each, children under their parents, links as dashed lines. */
export function tracePicture(spans: readonly CollectedSpan[]): string {
  const rows = [...spans].sort((a, b) => a.begin - b.begin || b.end - a.end);
  const begin = Math.min(...rows.map((span) => span.begin));
  const length = Math.max(...rows.map((span) => span.end)) - begin;
  const x = (at: number) => LABELS + ((at - begin) / length) * BARS;
  const y = (row: number) => HEAD + row * ROW;
  const depth = (span: CollectedSpan): number => {
    const parent = rows.find(({ spanId }) => spanId === span.parentSpanId);
    return parent === undefined ? 0 : depth(parent) + 1;
  };
  const bars = rows.flatMap((span, row) => {
    const service = String(span.resource['service.name']);
    const width = Math.max(2, x(span.end) - x(span.begin));
    return [
      text(MARGIN + depth(span) * 14, y(row) + 14, span.name, '13'),
      text(
        MARGIN + depth(span) * 14,
        y(row) + 26,
        `${service}, ${shown(span.end - span.begin)}`,
        '10',
        '#5b6472',
      ),
      `<rect x="${x(span.begin).toFixed(1)}" y="${y(row) + 5}" width="${width.toFixed(1)}" height="18" rx="3" fill="${COLOURS[service] ?? '#444'}"/>`,
    ];
  });
  const links = rows.flatMap((span, row) =>
    span.links.flatMap((link) => {
      const from = rows.findIndex(({ spanId }) => spanId === link.spanId);
      const cause = rows[from];
      if (cause === undefined) return [];
      const [x1, y1, x2, y2] = [x(cause.end), y(from) + 23, x(span.begin), y(row) + 5];
      return [
        `<path d="M${x1.toFixed(1)} ${y1} C${x1.toFixed(1)} ${y2 - 20} ${x2.toFixed(1)} ${y1 + 20} ${x2.toFixed(1)} ${y2}" fill="none" stroke="#5b6472" stroke-dasharray="4 3"/>`,
        text(x2 - 28, y2 + 13, 'link', '10', '#5b6472'),
      ];
    }),
  );
  const [width, height] = [LABELS + BARS + 2 * MARGIN, y(rows.length) + MARGIN];
  const ticks = [0, 0.25, 0.5, 0.75, 1].flatMap((share) => {
    const at = (LABELS + share * BARS).toFixed(1);
    return [
      `<path d="M${at} ${HEAD - 6} V${height - MARGIN}" stroke="#e2e6ec"/>`,
      text(Number(at) - 12, HEAD - 14, shown(share * length), '10', '#5b6472'),
    ];
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" font-family="system-ui, sans-serif">`,
    '<title>The spans of one write, from HTTP to its delivery</title>',
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    ...ticks,
    ...links,
    ...bars,
    '</svg>',
    '',
  ].join('\n');
}

function text(x: number, y: number, words: string, size: string, fill = '#1b212b'): string {
  return `<text x="${x.toFixed(1)}" y="${y}" font-size="${size}" fill="${fill}">${words}</text>`;
}

function shown(milliseconds: number): string {
  return `${milliseconds.toFixed(milliseconds < 10 ? 1 : 0)} ms`;
}
