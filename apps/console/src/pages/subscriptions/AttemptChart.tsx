import { useAnswer } from '../../api/queries.js';
import { BarsPlace, StackedBars } from '../../charts/StackedBars.js';
import { LENGTHS, stacksOf } from '../../charts/stacks.js';
import { Loaded } from '../../components/Loaded.js';
import { useNow } from '../../components/Time.js';
import { isAcknowledged } from '../deliveries/outcomes.js';

const HOURS = 24;
const OUTCOMES = ['succeeded', 'failed'];
const COLOURS = { succeeded: '--chart-2', failed: '--chart-4' };

/** The attempts of the last day by hour and outcome, as far as the newest attempted deliveries have them. */
export function AttemptChart({ id }: { id: string }) {
  const hour = useNow(LENGTHS.hour);
  const query = useAnswer(
    ['deliveries', 'attempts', id],
    (api) =>
      api.GET('/v1/deliveries', {
        params: { query: { subscription_id: id, attempted: true, limit: 100 } },
      }),
    { refetchInterval: 10_000 },
  );
  const titleOf = (isAll: boolean) => `Attempts by hour${isAll ? '' : ', of the newest 100 deliveries'}`;
  return (
    <Loaded query={query} place={<BarsPlace title={titleOf(true)} />}>
      {({ data, next_cursor }) => {
        const attempts = data.flatMap((delivery) => delivery.attempts);
        const counted = attempts.map((attempt) => ({
          start: attempt.at,
          name: isAcknowledged(attempt) ? 'succeeded' : 'failed',
          count: 1,
        }));
        const [from = '', to = ''] = [hour - (HOURS - 1) * LENGTHS.hour, hour + LENGTHS.hour].map((at) =>
          new Date(at).toISOString(),
        );
        return (
          <StackedBars
            title={titleOf(next_cursor === null)}
            granularity="hour"
            colours={COLOURS}
            stacks={stacksOf(counted, { from, to, granularity: 'hour' }, OUTCOMES)}
          />
        );
      }}
    </Loaded>
  );
}
