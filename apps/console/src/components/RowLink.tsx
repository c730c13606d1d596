import { useRouter } from '@tanstack/react-router';
import type { MouseEvent, ReactNode } from 'react';
import { root } from '../api/place.js';
import { useWhereabouts } from '../api/session.js';
import type { Found } from '../format/found-id.js';
import { stringifySearch } from '../format/search-texts.js';

/**
 * A link in a table row to a page of the current project. The router’s `<Link>` matches all routes at each render and
 * navigation, which is slow for 1,500 of them.
 */
export function RowLink({ children, ...place }: Found & { children: ReactNode }) {
  const router = useRouter();
  const { project } = useWhereabouts();
  const path = 'params' in place ? place.to.replace('$id', encodeURIComponent(place.params.id)) : place.to;
  const search = { project: project?.id, ...('search' in place ? place.search : {}) };
  const follow = (event: MouseEvent) => {
    const isElsewhere = event.metaKey || event.altKey || event.ctrlKey || event.shiftKey;
    if (isElsewhere || event.button !== 0 || event.defaultPrevented) return;
    event.preventDefault();
    void router.navigate({ ...place, search } as never);
  };
  return (
    <a href={`${root}${path}${stringifySearch(search)}`} onClick={follow}>
      {children}
    </a>
  );
}
