import { useAnswer } from '../../api/queries.js';

/** Lag of the read models and the log. */
export function useStatus() {
  return useAnswer(['status'], (api) => api.GET('/v1/status'), { refetchInterval: 10_000 });
}
