import { useParams } from '@tanstack/react-router';
import { useAnswer } from '../../api/queries.js';
import { EntityPage, jsonPart, subjectParts } from '../EntityPage.js';
import { standingOf } from '../deliveries/outcomes.js';
import { ServerText } from '../../components/ServerText.js';
import { useSubscriptionSummary } from '../overview/overview-queries.js';
import { FailingBanner } from './FailingBanner.js';
import { Replays } from './Replays.js';
import { TestButton } from './TestButton.js';
import { Deliveries } from './SubscriptionDeliveries.js';
import { Settings } from './SubscriptionSettings.js';

/** One subscription: the state of its endpoint, and its deliveries. */
export function SubscriptionPage() {
  const { id } = useParams({ from: '/shell/subscriptions/$id' });
  const query = useAnswer(['subscriptions', id], (api) =>
    api.GET('/v1/subscriptions/{id}', { params: { path: { id } } }),
  );
  const summary = useSubscriptionSummary(id);
  const subscription = query.data;
  return (
    <EntityPage
      kind="subscription"
      id={id}
      path="subscriptions"
      query={query}
      name={subscription?.endpoint}
      // Not before it is known whether its endpoint fails.
      state={
        subscription && !summary.isPending ? standingOf(subscription, summary.data?.failures) : undefined
      }
      lead={subscription?.description != null && <ServerText text={subscription.description} />}
      actions={subscription?.state === 'active' && <TestButton id={id} />}
      above={
        subscription !== undefined && <FailingBanner subscription={subscription} summary={summary.data} />
      }
      parts={[
        [
          'deliveries',
          'Deliveries',
          ({ state }) => <Deliveries id={id} isActive={state === 'active'} summary={summary.data} />,
        ],
        ['replays', 'Replays', (shown) => <Replays subscription={shown} />],
        ['settings', 'Settings', (shown) => <Settings subscription={shown} />],
        ...subjectParts(id),
        jsonPart('subscription'),
      ]}
    />
  );
}
