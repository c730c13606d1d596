import { asJson } from '../../api/as-json.js';
import { useAnswer } from '../../api/queries.js';
import { useNow } from '../../components/Time.js';
import { utcDay } from '../../format/times.js';

const HOUR = 3_600_000;
const HOURS = 24;

/** Usage of the last 24 hours by hour, and the start of today in UTC. */
export function useDay() {
  const hour = useNow(HOUR);
  const from = new Date(hour - (HOURS - 1) * HOUR).toISOString();
  const usage = useAnswer(['usage', 'day', from], (api) =>
    asJson(api.GET('/v1/usage', { params: { query: { from, granularity: 'hour' } } })),
  );
  return { usage, today: `${utcDay(hour)}T00:00:00.000Z` };
}

/** Refusals and failures of today, by their codes. */
export function useRefusals() {
  const from = `${utcDay(useNow(HOUR))}T00:00:00.000Z`;
  return useAnswer(['usage', 'refusals', from], (api) =>
    asJson(
      api.GET('/v1/usage', { params: { query: { from, granularity: 'day', group_by: ['error_code'] } } }),
    ),
  );
}

/** Waiting deliveries and failing endpoints. */
export function useDeliverySummary() {
  return useAnswer(['deliveries', 'summary'], (api) => api.GET('/v1/deliveries/summary'), {
    refetchInterval: 30_000,
  });
}
