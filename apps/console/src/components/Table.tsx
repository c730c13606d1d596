import { useLocation, useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { memo, useDeferredValue, useRef, type ReactNode } from 'react';
import { useIsUp, type List } from '../api/queries.js';
import { LOCALE } from '../format/locale.js';
import { rowsInWords } from '../format/numbers.js';
import { Button } from './Button.js';
import { EmptyState } from './EmptyState.js';
import { ErrorPanel } from './ErrorPanel.js';
import { Places } from './Loaded.js';
import styles from './Table.module.css';
import { useSearchChange } from './use-search-change.js';

export interface Column<Item> {
  /** Its heading; must not be empty, since it names the cell on narrow screens too. */
  title: string;
  cell: (item: Item) => ReactNode;
  /** Right-aligned, for numbers. */
  align?: 'end';
  /** Keeps the text on one line, such as an id. */
  nowrap?: boolean;
  /** What a list is sorted by, where the page has all of it. */
  by?: (item: Item) => string;
}

interface TableProps<Item> {
  /** What the table lists, for screen readers: `Records`. */
  label: string;
  columns: readonly Column<Item>[];
  items: readonly Item[];
  keyOf: (item: Item) => string;
  /** Placeholder rows while loading; 0 for none. */
  waitingRows?: number;
  /** The heading that the rows are sorted by, `-` before it for the other way; undefined where they cannot be. */
  sort?: string | undefined;
}

/** Placeholder rows while loading. */
const PLACES = 8;

/** A table; on narrow screens each row becomes a card, whose cells carry their headings. */
export function Table<Item>({ label, columns, items, keyOf, waitingRows = 0, sort }: TableProps<Item>) {
  // Rendering many rows is slow; deferred, it does not block input.
  const drawn = useDeferredValue(items);
  const isDrawing = drawn !== items;
  const rows = sort === undefined ? drawn : sorted(drawn, columns, sort);
  const places = waitingRows > 0 ? waitingRows : drawn.length === 0 ? Math.min(items.length, PLACES) : 0;
  return (
    <div className={`card ${styles.frame}`}>
      <table className={styles.table} aria-label={label} aria-busy={waitingRows > 0 || isDrawing}>
        <thead>
          <tr>
            {columns.map(({ title, align, by }) => (
              <th
                key={title}
                scope="col"
                className={align === 'end' ? styles.end : undefined}
                aria-sort={sort === title ? 'ascending' : sort === `-${title}` ? 'descending' : undefined}
              >
                {sort === undefined || by === undefined ? title : <SortButton title={title} sort={sort} />}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((item) => (
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

/** Sorts by a column: upwards, then downwards, then as the API does. */
function SortButton({ title, sort }: { title: string; sort: string }) {
  const change = useSearchChange();
  const [next, sign] =
    sort === title ? [`-${title}`, '↑'] : sort === `-${title}` ? [undefined, '↓'] : [title, '↕'];
  return (
    <button type="button" onClick={() => change({ sort: next })}>
      {title} <span aria-hidden="true">{sign}</span>
    </button>
  );
}

const { compare } = new Intl.Collator(LOCALE, { numeric: true });

function sorted<Item>(items: readonly Item[], columns: readonly Column<Item>[], sort: string) {
  const by = columns.find(({ title }) => title === sort.replace(/^-/, ''))?.by;
  if (by === undefined) return items;
  const up = items.toSorted((one, other) => compare(by(one), by(other)));
  return sort.startsWith('-') ? up.reverse() : up;
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

/** A page of a list, with errors, placeholders, an empty state and the way to the pages beside it. */
export function ListTable<Item>({
  list,
  total,
  empty,
  ...table
}: Omit<TableProps<Item>, 'items' | 'waitingRows' | 'sort'> & {
  list: List<Item>;
  /** How many items match, where something has counted them: `10,000+`. */
  total?: string | undefined;
  /** Shown when nothing matches. */
  empty: ReactNode;
}) {
  const { items, isLoading, isStale, error, next, refresh } = list;
  const { after, sort = '' }: { after?: string; sort?: string } = useSearch({ strict: false });
  const isUp = useIsUp();
  if (error !== null && items.length === 0) return <ErrorPanel error={error} onRetry={refresh} />;
  if (isLoading && !isUp) return <Places lines={PLACES} />;
  const isEmpty = !isLoading && items.length === 0;
  if (isEmpty && next === null && after === undefined) return empty;
  return (
    <div className={styles.list} data-stale={isStale}>
      {error !== null && <ErrorPanel error={error} onRetry={refresh} />}
      {isEmpty ? (
        <EmptyState title={next === null ? 'Nothing more' : 'Nothing found so far'} />
      ) : (
        <Table
          {...table}
          items={items}
          // A page of many would be sorted for itself alone.
          sort={next === null && after === undefined ? sort : undefined}
          waitingRows={isLoading ? PLACES : 0}
        />
      )}
      <ListFoot list={list} total={total} />
    </div>
  );
}

/** The rows before a page of a list, in the state of the browser's history: the way back is its entry before. */
declare module '@tanstack/react-router' {
  interface HistoryState {
    rowsBefore?: number;
  }
}

/** Says which rows a page of a list shows, and turns to the page before or after it. */
export function ListFoot({ list, total }: { list: List<unknown>; total?: string | undefined }) {
  const { items, isLoading, isStale, next } = list;
  const { length } = items;
  const { after }: { after?: string } = useSearch({ strict: false });
  const known = useLocation({ select: ({ state }) => state.rowsBefore });
  const { history } = useRouter();
  const foot = useRef<HTMLDivElement>(null);
  const navigate = useNavigate();
  const turn = (cursor: string | undefined, rowsBefore?: number) => {
    foot.current?.parentElement?.scrollIntoView();
    const search = (before: object) => ({ ...before, after: cursor });
    void navigate({ to: '.', search, state: { rowsBefore }, resetScroll: false } as never);
  };
  const before = after === undefined ? 0 : known;
  return (
    <div ref={foot} className={styles.foot}>
      {after !== undefined && known !== 0 && (
        <Button onClick={() => (known === undefined ? turn(undefined) : history.back())}>
          {known === undefined ? 'First page' : 'Previous page'}
        </Button>
      )}
      {next !== null && (
        <Button busy={isStale} onClick={() => turn(next, before === undefined ? undefined : before + length)}>
          Next page
        </Button>
      )}
      <span role="status">{isLoading ? 'Loading…' : rowsInWords(length, before, next === null, total)}</span>
    </div>
  );
}
