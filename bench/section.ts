/** The rows of one measurement, printed and written alike. */
export interface Section {
  title: string;
  rows: Record<string, string | number | null>[];
  /** What a reader must know to interpret the figures. */
  notes: string[];
}

/** A section as an aligned table. */
export function renderSection({ title, rows, notes }: Section): string {
  const names = Object.keys(rows[0] ?? {});
  const cells = [names, ...rows.map((row) => names.map((name) => show(row[name])))];
  const widths = names.map((_, column) => Math.max(...cells.map((line) => line[column]?.length ?? 0)));
  const lines = cells.map((line) => line.map((cell, column) => pad(cell, widths[column], column)).join('  '));
  return [`\n${title}`, ...lines.map((line) => `  ${line}`), ...notes.map((note) => `  ${note}`)].join('\n');
}

function show(value: string | number | null | undefined): string {
  if (value === null || value === undefined) return '-';
  return typeof value === 'number'
    ? String(Number(value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0)))
    : value;
}

function pad(cell: string, width = 0, column: number): string {
  return column === 0 ? cell.padEnd(width) : cell.padStart(width);
}
