import { csvRow, type CsvCell } from '@service/platform/csv';
import { useState } from 'react';
import { ApiError, unreachable } from '../api/api-error.js';
import type { List } from '../api/queries.js';
import { wholeNumber } from '../format/numbers.js';
import { ErrorPanel } from './ErrorPanel.js';
import { Icon } from './Icon.js';
import { Menu, MenuList } from './Menu.js';
import { saveFile } from './save-file.js';
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
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  const csvOf = (items: readonly Item[]) =>
    [columns.map(({ title }) => title), ...items.map((item) => columns.map(({ value }) => value(item)))]
      .map(csvRow)
      .join('');
  const ndjsonOf = (items: readonly Item[]) => items.map((item) => `${JSON.stringify(item)}\n`).join('');
  const save = async (ending: 'csv' | 'ndjson'): Promise<void> => {
    setBusy(true);
    setError(null);
    try {
      const { items, isWhole } = await list.readAll(MOST_ROWS);
      const rows = isWhole ? '' : `-first-${MOST_ROWS}`;
      if (ending === 'csv') saveFile(`${name}${rows}.csv`, 'text/csv', csvOf(items));
      else saveFile(`${name}${rows}.ndjson`, 'application/x-ndjson', ndjsonOf(items));
      if (!isWhole) say(`The first ${wholeNumber(MOST_ROWS)} rows were saved; there are more.`);
    } catch (failure) {
      setError(failure instanceof ApiError ? failure : unreachable());
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Menu label={isBusy ? 'Exporting…' : 'Export'} icon="download" align="end">
        {(close) => (
          <MenuList>
            {(['csv', 'ndjson'] as const).map((ending) => (
              <li key={ending}>
                <button
                  type="button"
                  disabled={isBusy}
                  onClick={() => {
                    close();
                    void save(ending);
                  }}
                >
                  <Icon name="download" /> {ending.toUpperCase()} of all that matches, at most{' '}
                  {wholeNumber(MOST_ROWS)} rows
                </button>
              </li>
            ))}
          </MenuList>
        )}
      </Menu>
      {error !== null && <ErrorPanel error={error} />}
    </>
  );
}
