import { environment } from '../../api/place.js';
import { useAnswer } from '../../api/queries.js';
import { BarsPlace, StackedBars } from '../../charts/StackedBars.js';
import { LENGTHS, stacksOf } from '../../charts/stacks.js';
import { EmptyState } from '../../components/EmptyState.js';
import { Loaded } from '../../components/Loaded.js';

const TITLE = 'New entries';
/** Hours that are drawn one by one. */
const MOST_HOURS = 72;

/** How much the log grew, by hour or day. */
export function GrowthChart() {
  const checkpoints = useAnswer(['log', 'checkpoints'], (api) =>
    api.GET('/v1/log/{environment}/checkpoints', {
      params: { path: { environment }, query: { limit: 60 } },
    }),
  );
  return (
    <Loaded query={checkpoints} place={<BarsPlace title={TITLE} />}>
      {({ data }) => {
        const [first, last] = [data[0], data.at(-1)];
        if (first === undefined || last === undefined || first === last)
          return <EmptyState title="The log has not grown yet" />;
        const begin = Date.parse(first.published_at);
        const isLong = Date.parse(last.published_at) - begin > MOST_HOURS * LENGTHS.hour;
        const granularity = isLong ? 'day' : 'hour';
        const from = new Date(begin - (begin % LENGTHS[granularity])).toISOString();
        const grown = data.slice(1).map(({ published_at: start, tree_size }, index) => ({
          start,
          name: 'entries',
          count: tree_size - (data[index]?.tree_size ?? 0),
        }));
        // The bar of the last checkpoint, whose own moment ends none.
        const to = new Date(Date.parse(last.published_at) + 1).toISOString();
        return (
          <StackedBars
            title={TITLE}
            granularity={granularity}
            stacks={stacksOf(grown, { from, to, granularity })}
          />
        );
      }}
    </Loaded>
  );
}
