import { memo, useDeferredValue, type ReactNode } from 'react';
import { useIsUp, type List } from '../api/queries.js';
import { wholeNumber } from '../format/numbers.js';
import { Button } from './Button.js';
import { ErrorPanel } from './ErrorPanel.js';
import { Places } from './Loaded.js';
import styles from './Table.module.css';

export interface Column<Item> {
  /** Its heading; must not be empty, since it names the cell on narrow screens too. */
  title: string;
  cell: (item: Item) => ReactNode;
  /** Right-aligned, for numbers. */
  align?: 'end';
  /** Keeps the text on one line, such as an id. */
  nowrap?: boolean;
}

interface TableProps<Item> {
  /** What the table lists, for screen readers: `Records`. */
  label: string;
  columns: readonly Column<Item>[];
  items: readonly Item[];
  keyOf: (item: Item) => string;
  /** Placeholder rows while loading; 0 for none. */
  waitingRows?: number;
}

/** Placeholder rows while loading. */
const PLACES = 8;

/** A table; on narrow screens each row becomes a card, whose cells carry their headings. */
export function Table<Item>({ label, columns, items, keyOf, waitingRows = 0 }: TableProps<Item>) {
  // Rendering many rows is slow; deferred, it does not block input.
  const drawn = useDeferredValue(items);
  const isDrawing = drawn !== items;
  const places = waitingRows > 0 ? waitingRows : drawn.length === 0 ? Math.min(items.length, PLACES) : 0;
  return (
    <div className={`card ${styles.frame}`}>
      <table className={styles.table} aria-label={label} aria-busy={waitingRows > 0 || isDrawing}>
        <thead>
          <tr>
            {columns.map(({ title, align }) => (
              <th key={title} scope="col" className={align === 'end' ? styles.end : undefined}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {drawn.map((item) => (
            <Row key={keyOf(item)} columns={columns as readonly Column<unknown>[]} item={item} />
          ))}
          {Array.from({ length: places }, (_none, index) => (
            <tr key={index} aria-hidden="true">
              {columns.map(({ title }) => (
                <td key={title} data-title={title}>
                  <span className={styles.place} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** One memoised row: a list that grows renders only its new rows. */
const Row = memo(function Row({ columns, item }: { columns: readonly Column<unknown>[]; item: unknown }) {
  return (
    <tr>
      {columns.map(({ title, cell, align, nowrap }) => (
        <td
          key={title}
          data-title={title}
          className={`${align === 'end' ? styles.end : ''} ${nowrap === true ? styles.nowrap : ''}`}
        >
          <div>{cell(item)}</div>
        </td>
      ))}
    </tr>
  );
});

/** A paginated list with errors, placeholders, an empty state and “Load more”. */
export function ListTable<Item>({
  list,
  empty,
  ...table
}: Omit<TableProps<Item>, 'items' | 'waitingRows'> & {
  list: List<Item>;
  /** Shown when nothing matches. */
  empty: ReactNode;
}) {
  const { items, isLoading, isStale, error, isErrorOfMore, hasMore, isLoadingMore, loadMore, refresh } = list;
  const isUp = useIsUp();
  if (error !== null && items.length === 0) return <ErrorPanel error={error} onRetry={refresh} />;
  if (isLoading && !isUp) return <Places lines={PLACES} />;
  if (!isLoading && items.length === 0) return empty;
  return (
    <div className={styles.list} data-stale={isStale}>
      {error !== null && !isErrorOfMore && <ErrorPanel error={error} onRetry={refresh} />}
      <Table {...table} items={items} waitingRows={isLoading ? PLACES : 0} />
      {error !== null && isErrorOfMore && <ErrorPanel error={error} onRetry={loadMore} />}
      <div className={styles.foot}>
        {hasMore ? (
          <Button onClick={loadMore} busy={isLoadingMore}>
            Load more
          </Button>
        ) : null}
        <span role="status">
          {isLoading
            ? 'Loading…'
            : `${wholeNumber(items.length)}${hasMore ? ' shown, more to load' : ' in all'}`}
        </span>
      </div>
    </div>
  );
}
