import type { Schemas } from '../../api/client.js';
import { useAnswer } from '../../api/queries.js';

export type Standing = Schemas['DeliverySummary']['data'][number];

/** How the subscriptions of the project stand, by their ids. */
export function useStandings(): ReadonlyMap<string, Standing> {
  const query = useAnswer(['standings'], (api) => api.GET('/v1/deliveries/summary'), {
    refetchInterval: 15_000,
  });
  return new Map(query.data?.data.map((each) => [each.subscription_id, each]));
}
