import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorPanel } from './ErrorPanel.js';
import styles from './Loaded.module.css';

/** What an answer is shown as: places while it loads, its error, or the data. Old data stay while new ones come. */
export function Loaded<Data>({
  query,
  lines = 6,
  place,
  children,
}: {
  query: UseQueryResult<Data>;
  /** Height of the places, in lines of text: about that of what comes. */
  lines?: number;
  /** What stands there while it loads, where lines are not like it. */
  place?: ReactNode;
  children: (data: Data) => ReactNode;
}) {
  if (query.data !== undefined) return children(query.data);
  if (query.error !== null) return <ErrorPanel error={query.error} onRetry={() => void query.refetch()} />;
  return place ?? <Places lines={lines} />;
}

/** Lines of places for what is still loading. */
export function Places({ lines }: { lines: number }) {
  return (
    <div className={styles.places} role="status">
      <span className="visually-hidden">Loading…</span>
      {Array.from({ length: lines }, (_none, index) => (
        <span key={index} />
      ))}
    </div>
  );
}
