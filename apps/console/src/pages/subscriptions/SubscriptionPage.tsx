import { useParams, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Schemas } from '../../api/client.js';
import { useAnswer } from '../../api/queries.js';
import { CopyAsCurl } from '../../components/CopyAsCurl.js';
import { IdText } from '../../components/IdText.js';
import { JsonView } from '../../components/JsonView.js';
import { Loaded } from '../../components/Loaded.js';
import { Page } from '../../components/Page.js';
import { ServerText } from '../../components/ServerText.js';
import { State } from '../../components/State.js';
import { TabLinks } from '../../components/TabLinks.js';
import { SubjectEvents } from '../events/SubjectEvents.js';
import { SubjectInteractions } from '../history/SubjectInteractions.js';
import { FailingBanner } from './FailingBanner.js';
import { Replays } from './Replays.js';
import { TestButton } from './TestButton.js';
import { Deliveries } from './SubscriptionDeliveries.js';
import { Settings } from './SubscriptionSettings.js';

type Subscription = Schemas['Subscription'];
type Summary = Schemas['SubscriptionSummary'];

const TABS = [
  { value: 'deliveries', label: 'Deliveries' },
  { value: 'replays', label: 'Replays' },
  { value: 'settings', label: 'Settings' },
  { value: 'events', label: 'Events' },
  { value: 'activity', label: 'Activity' },
  { value: 'json', label: 'JSON' },
];

/** One subscription: the state of its endpoint, and its deliveries. */
export function SubscriptionPage() {
  const { id } = useParams({ from: '/shell/subscriptions/$id' });
  const { tab = 'deliveries' } = useSearch({ from: '/shell/subscriptions/$id' });
  const query = useAnswer(['subscriptions', id], (api) =>
    api.GET('/v1/subscriptions/{id}', { params: { path: { id } } }),
  );
  const summary = useAnswer(
    ['standings', id],
    (api) => api.GET('/v1/subscriptions/{id}/deliveries/summary', { params: { path: { id } } }),
    { refetchInterval: 10_000 },
  );
  const subscription = query.data;
  return (
    <Page
      title="Subscription"
      beside={
        <>
          {subscription !== undefined && <State state={subscription.state} />}
          <IdText id={id} what="subscription id" />
        </>
      }
      lead={subscription !== undefined && <ServerText text={subscription.endpoint} code length={120} />}
      actions={
        <>
          <CopyAsCurl call={{ path: `/v1/subscriptions/${id}` }} />
          {subscription?.state === 'active' && summary.data?.failures === 0 && <TestButton id={id} />}
        </>
      }
    >
      {subscription !== undefined && <FailingBanner subscription={subscription} summary={summary.data} />}
      <TabLinks label="Parts of the subscription" current={tab} tabs={TABS} />
      <Loaded query={query} lines={12}>
        {(shown) => <>{partOf(tab, shown, summary.data)}</>}
      </Loaded>
    </Page>
  );
}

function partOf(tab: string, subscription: Subscription, summary: Summary | undefined): ReactNode {
  const { id } = subscription;
  switch (tab) {
    case 'replays':
      return <Replays subscription={subscription} />;
    case 'settings':
      return <Settings subscription={subscription} />;
    case 'events':
      return <SubjectEvents id={id} />;
    case 'activity':
      return <SubjectInteractions id={id} />;
    case 'json':
      return <JsonView raw={JSON.stringify(subscription)} what="subscription" />;
    default:
      return <Deliveries id={id} isActive={subscription.state === 'active'} summary={summary} />;
  }
}
