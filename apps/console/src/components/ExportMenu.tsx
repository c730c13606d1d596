import { csvRow, type CsvCell } from '@service/platform/csv';
import type { List } from '../api/queries.js';
import { wholeNumber } from '../format/numbers.js';
import { saveFile } from './save-file.js';
import { SavingMenu } from './SavingMenu.js';
import { say } from './toast-store.js';

/** Most rows of a file, read in pages of 50. Programs that need more rows call the API. */
const MOST_ROWS = 5_000;

interface ExportColumn<Item> {
  title: string;
  value: (item: Item) => CsvCell;
}

/**
 * Saves all matching items of a paginated list, as CSV with escaped formulas or as NDJSON. Where the API exports such
 * files itself, use `<DownloadMenu>`.
 * @param name of the file, without its ending.
 */
export function ExportMenu<Item>({
  name,
  list,
  columns,
}: {
  name: string;
  list: Pick<List<Item>, 'readAll'>;
  columns: readonly ExportColumn<Item>[];
}) {
  const csvOf = (items: readonly Item[]) =>
    [columns.map(({ title }) => title), ...items.map((item) => columns.map(({ value }) => value(item)))]
      .map(csvRow)
      .join('');
  const ndjsonOf = (items: readonly Item[]) => items.map((item) => `${JSON.stringify(item)}\n`).join('');
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
