import { useAnswer } from './queries.js';

/** The registry of events, which one release never changes. */
export function useEventCategories() {
  return useAnswer(['event-categories'], (api) => api.GET('/v1/event-categories'), {
    staleTime: Number.POSITIVE_INFINITY,
  });
}
