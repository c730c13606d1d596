import type { ReactNode } from 'react';
import type { Api } from '../api/client.js';
import { useList } from '../api/queries.js';
import { Button } from './Button.js';
import { EmptyState } from './EmptyState.js';
import { ErrorPanel } from './ErrorPanel.js';
import { Places } from './Loaded.js';
import { Timeline } from './Timeline.js';

interface History<Element> {
  data: Element[];
  reasons: { sequence: number; reason: string }[];
  next_cursor: string | null;
}

interface VersionsProps<Element> {
  /** What has them: `record`. */
  kind: string;
  /** First part of its queries' keys: `records`. */
  collection: string;
  id: string;
  call: (
    api: Api,
    query: { limit: number; cursor?: string },
  ) => Promise<{ data?: History<Element>; error?: unknown; response: Response }>;
  children: (element: Element, before: Element | undefined, reason: string | null) => ReactNode;
}

/** The elements of something, oldest first, each with the reason for it. */
export function Versions<Element extends { sequence: number }>(props: VersionsProps<Element>) {
  const { kind, collection, id, call, children } = props;
  const list = useList([collection, id, 'history'], async (api, cursor) => {
    const { data: page, ...answer } = await call(api, { limit: 50, ...cursor });
    if (page === undefined) return answer;
    const reasons = new Map(page.reasons.map(({ sequence, reason }) => [sequence, reason]));
    const data = page.data.map((element) => ({ element, reason: reasons.get(element.sequence) ?? null }));
    return { ...answer, data: { data, next_cursor: page.next_cursor } };
  });
  const { items, isLoading, error, hasMore, isLoadingMore, loadMore, refresh } = list;
  if (isLoading && error === null) return <Places lines={12} />;
  return (
    <>
      {items.length === 0 && error === null && <EmptyState title="No versions" />}
      <Timeline label={`Versions of the ${kind}, oldest first`}>
        {items.map(({ element, reason }, at) => children(element, items[at - 1]?.element, reason))}
      </Timeline>
      {error !== null && <ErrorPanel error={error} onRetry={refresh} />}
      {hasMore && (
        <Button onClick={loadMore} busy={isLoadingMore}>
          Load more
        </Button>
      )}
    </>
  );
}
