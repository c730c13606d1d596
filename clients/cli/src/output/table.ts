import { largestOf } from '../largest-of.js';
import { colourOf, painted, printable, type Output } from './terminal.js';

/** Columns of lists, in this order, where the items have them. */
const COLUMNS = [
  'id',
  'occurred_at',
  'type',
  'operation',
  'state',
  'outcome',
  'event_type',
  'external_id',
  'issuer',
  'name',
  'label',
  'endpoint',
  'origin',
  'record_id',
  'subject',
  'capabilities',
  'error_code',
  'created_at',
  'at',
];
const MOST_COLUMNS = 6;
const GAP = '  ';

type Row = Readonly<Record<string, unknown>>;

/** Prints the items of a list as a table, whose columns and widths follow from its first rows. */
export class Table {
  private columns: { name: string; width: number }[] | null = null;

  constructor(private readonly output: Output) {}

  print(rows: readonly Row[]): void {
    if (rows.length === 0) return;
    this.columns ??= this.begin(rows);
    for (const row of rows) this.line(row, this.columns);
  }

  private begin(rows: readonly Row[]): { name: string; width: number }[] {
    const first = rows[0] ?? {};
    const known = COLUMNS.filter((name) => rows.some((row) => textOf(row[name]) !== ''));
    const names =
      known.length > 0 ? known : Object.keys(first).filter((name) => typeof first[name] !== 'object');
    const columns = names.slice(0, MOST_COLUMNS).map((name) => ({
      name,
      width: largestOf([name.length, ...rows.map((row) => textOf(row[name]).length)]),
    }));
    const head = columns
      .map(({ name, width }) => printable(name).padEnd(width))
      .join(GAP)
      .trimEnd();
    this.output.write(`${painted(this.cut(head), 'bold', this.output)}\n`);
    return columns;
  }

  private line(row: Row, columns: readonly { name: string; width: number }[]): void {
    let left = this.width;
    const cells = columns.map(({ name, width }, index) => {
      const text = textOf(row[name]);
      const cell = (index === columns.length - 1 ? text : text.padEnd(width) + GAP).slice(
        0,
        Math.max(0, left),
      );
      left -= cell.length;
      return painted(cell, colourOf(text), this.output);
    });
    this.output.write(`${cells.join('').trimEnd()}\n`);
  }

  /** A terminal of unknown width may report 0. */
  private get width(): number {
    const { columns = 0 } = this.output;
    return columns === 0 ? Infinity : columns;
  }

  private cut(text: string): string {
    return text.slice(0, this.width);
  }
}

/** Prints one resource, a member a line; members of members are named by their path. */
export function printMembers(value: unknown, output: Output): void {
  const members = membersOf(value, '');
  const width = largestOf([0, ...members.map(([name]) => name.length)]);
  for (const [name, text] of members) {
    output.write(`${name.padEnd(width)}${GAP}${painted(text, colourOf(text), output)}\n`);
  }
}

function membersOf(value: unknown, path: string): [string, string][] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [[path, textOf(value)]];
  return Object.entries(value).flatMap(([name, each]) =>
    membersOf(each, printable(path === '' ? name : `${path}.${name}`)),
  );
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value) && value.every((each) => typeof each !== 'object'))
    return printable(value.join(', '));
  // The subject of an event.
  const id = typeof value === 'object' ? (Reflect.get(value, 'id') as unknown) : undefined;
  if (typeof id === 'string') return printable(id);
  return printable(typeof value === 'string' ? value : JSON.stringify(value));
}
