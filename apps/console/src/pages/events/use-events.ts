import type { Schemas } from '../../api/client.js';
import { useList, type List } from '../../api/queries.js';

/** Filters of the list of events, as the API takes them. */
export interface EventFilters {
  subject_id?: string | undefined;
  category?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/** The events of the project, newest first. Every page has a cursor; a page that is not full is the last. */
export function useEvents(filters: EventFilters, enabled = true): List<Schemas['Event']> {
  return useList<Schemas['Event']>(
    ['events', filters],
    async (api, cursor) => {
      const query = { ...(filters as object), order: 'newest' as const, limit: PAGE, ...cursor };
      const { data, ...rest } = await api.GET('/v1/events', { params: { query } });
      if (data === undefined) return rest;
      const isLast = data.data.length < PAGE;
      return { ...rest, data: { data: data.data, next_cursor: isLast ? null : data.next_cursor } };
    },
    { enabled },
  );
}

const PAGE = 50;
