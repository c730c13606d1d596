import { useAnswer } from '../../api/queries.js';
import { useNow } from '../../components/Time.js';

const HOUR = 3_600_000;
const HOURS = 24;

/** Usage of the last 24 hours by hour, outcome and error code. */
export function useDay() {
  const hour = useNow(HOUR);
  const from = new Date(hour - (HOURS - 1) * HOUR).toISOString();
  return useAnswer(['usage', 'day', from], (api) =>
    api.GET('/v1/usage', { params: { query: { from, granularity: 'hour', group_by: ['error_code'] } } }),
  );
}

/** Waiting deliveries and failing endpoints. */
export function useDeliverySummary() {
  return useAnswer(['standings'], (api) => api.GET('/v1/deliveries/summary'), {
    refetchInterval: 30_000,
  });
}

/** How one subscription stands: its deliveries by state, and its last attempt. */
export function useSubscriptionSummary(id: string) {
  return useAnswer(
    ['standings', id],
    (api) => api.GET('/v1/subscriptions/{id}/deliveries/summary', { params: { path: { id } } }),
    { refetchInterval: 10_000 },
  );
}

/** The newest records that are not active, up to one page. */
export function useEndedRecords() {
  return useAnswer(
    ['records', 'ended'],
    (api) =>
      api.GET('/v1/records', {
        params: { query: { state: ['suspended', 'superseded', 'expired', 'revoked'], limit: 100 } },
      }),
    { staleTime: 60_000 },
  );
}

/** The authorities whose key is compromised, of the newest revoked ones. */
export function useCompromisedAuthorities() {
  const { data } = useAnswer(
    ['authorities', 'revoked'],
    (api) => api.GET('/v1/authorities', { params: { query: { state: ['revoked'], limit: 100 } } }),
    { staleTime: 60_000 },
  );
  return (data?.data ?? []).filter(({ cause }) => cause === 'key_compromise');
}

/** The credentials that work. */
export function useWorkingCredentials() {
  return useAnswer(['credentials', 'active'], (api) =>
    api.GET('/v1/credentials', { params: { query: { state: ['active', 'rotating'], limit: 100 } } }),
  );
}
