import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useIsUp } from '../api/queries.js';
import { ErrorPanel } from './ErrorPanel.js';
import styles from './Loaded.module.css';

/** Shows a query: a placeholder while it loads, its error, or the data. Old data stay until new ones arrive. */
export function Loaded<Data>({
  query,
  lines = 6,
  place,
  missing,
  children,
}: {
  query: UseQueryResult<Data>;
  /** Height of the placeholder in lines, about that of the content. */
  lines?: number;
  /** A placeholder in place of lines. */
  place?: ReactNode;
  /** What to do where there is no such thing, which nothing loads. */
  missing?: string;
  children: (data: Data) => ReactNode;
}) {
  if (query.data !== undefined) return children(query.data);
  const { error } = query;
  if (error === null) return place ?? <Places lines={lines} />;
  const isLost = error.status === 404 && missing !== undefined;
  const next = isLost ? { children: missing } : { onRetry: () => void query.refetch() };
  return <ErrorPanel error={error} {...next} />;
}

/** Placeholder lines while content loads; while the service cannot be reached, a sentence that says so. */
export function Places({ lines }: { lines: number }) {
  if (!useIsUp()) {
    return <p role="status">Not loaded yet: the service cannot be reached.</p>;
  }
  return (
    <div className={styles.places} role="status">
      <span className="visually-hidden">Loading…</span>
      {Array.from({ length: lines }, (_none, index) => (
        <span key={index} />
      ))}
    </div>
  );
}
