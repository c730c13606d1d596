import { csvRow, type CsvCell } from '@service/platform/csv';
import type { List } from '../api/queries.js';
import { wholeNumber } from '../format/numbers.js';
import { saveFile } from './save-file.js';
import { SavingMenu } from './SavingMenu.js';
import { say } from './toast-store.js';

/** Most rows of a file, read in pages of 50. Programs that need more rows call the API. */
const MOST_ROWS = 5_000;

/**
 * Saves all matching items of a paginated list with all of their members, as CSV with escaped formulas or as NDJSON. Where
 * the API exports such files itself, use `<DownloadMenu>`.
 * @param name of the file, without its ending.
 */
export function ExportMenu({
  name,
  list,
}: {
  name: string;
  list: { readAll: (most: number) => Promise<Awaited<ReturnType<List<object>['readAll']>>> };
}) {
  const save = async (ending: 'csv' | 'ndjson'): Promise<void> => {
    const { items, isWhole } = await list.readAll(MOST_ROWS);
    const rows = isWhole ? '' : `-first-${MOST_ROWS}`;
    if (ending === 'csv') saveFile(`${name}${rows}.csv`, 'text/csv', csvOf(items));
    else saveFile(`${name}${rows}.ndjson`, 'application/x-ndjson', ndjsonOf(items));
    if (!isWhole) say(`The first ${wholeNumber(MOST_ROWS)} rows were saved; there are more.`);
  };
  const files = (['csv', 'ndjson'] as const).map((ending) => ({
    label: `${ending.toUpperCase()} of all that matches, at most ${wholeNumber(MOST_ROWS)} rows`,
    save: () => save(ending),
  }));
  return <SavingMenu files={files} />;
}

function csvOf(items: readonly object[]): string {
  const names = [...new Set(items.flatMap((item) => Object.keys(item)))];
  const rows = items.map((item) => names.map((name) => cellOf(Reflect.get(item, name))));
  return [names, ...rows].map(csvRow).join('');
}

/** A member as one cell: a list of texts with spaces between them, an object as JSON. */
function cellOf(value: unknown): CsvCell {
  if (Array.isArray(value) && value.every((each) => typeof each === 'string')) return value.join(' ');
  if (typeof value === 'object' && value !== null) return JSON.stringify(value);
  return (value ?? null) as CsvCell;
}

function ndjsonOf(items: readonly object[]): string {
  return items.map((item) => `${JSON.stringify(item)}\n`).join('');
}
