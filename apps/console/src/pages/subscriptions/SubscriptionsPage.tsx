import { useSearch } from '@tanstack/react-router';
import type { Schemas } from '../../api/client.js';
import { useList } from '../../api/queries.js';
import { Badges } from '../../components/Badges.js';
import { EmptyState } from '../../components/EmptyState.js';
import type { Filter } from '../../components/FilterBar.js';
import { ListPage } from '../../components/ListPage.js';
import { RowLink } from '../../components/RowLink.js';
import { ServerText } from '../../components/ServerText.js';
import { State } from '../../components/State.js';
import type { Column } from '../../components/Table.js';
import { Time } from '../../components/Time.js';
import { shortType } from '../../format/event-type.js';
import { counted, waitingNumber } from '../../format/numbers.js';
import { standingOf } from '../deliveries/outcomes.js';
import { useDeliverySummary } from '../overview/overview-queries.js';
import { SubscribeDialog } from './SubscribeDialog.js';

type Standing = Schemas['DeliverySummary']['data'][number];

type Subscription = Schemas['Subscription'];

const FILTERS: readonly Filter[] = [
  { name: 'state', label: 'State', options: ['active', 'disabled', 'revoked'] },
];

/** Where the events of the project go, and which endpoints fail. */
export function SubscriptionsPage() {
  const { state } = useSearch({ from: '/shell/subscriptions' });
  const filters = { state } as object;
  const subscriptions = useList<Subscription>(['subscriptions', 'list', filters], (api, cursor) =>
    api.GET('/v1/subscriptions', { params: { query: { ...filters, ...cursor, limit: 100 } } }),
  );
  const { data: standings } = useDeliverySummary();
  return (
    <ListPage
      title="Subscriptions"
      lead="Endpoints that events are posted to, signed, in the order in which they happened to each subject."
      one="subscription"
      filters={FILTERS}
      list={subscriptions}
      columns={columnsWith(new Map(standings?.data.map((each) => [each.subscription_id, each])))}
      create={{
        label: 'Create subscription',
        needs: 'subscribe',
        dialog: (close) => <SubscribeDialog onClose={close} />,
      }}
      empty={
        <EmptyState
          title="No subscriptions yet"
          call={{
            method: 'POST',
            path: '/v1/subscriptions',
            body: { endpoint: 'https://receiver.example/events', categories: ['record'] },
          }}
        >
          The service posts every change to your endpoint. Create a subscription here, or by the API:
        </EmptyState>
      }
    />
  );
}

function columnsWith(standings: ReadonlyMap<string, Standing>): readonly Column<Subscription>[] {
  return [
    {
      title: 'Endpoint',
      by: ({ endpoint }) => endpoint,
      cell: ({ id, endpoint, description }) => (
        <span className="stack">
          <RowLink to="/subscriptions/$id" params={{ id }}>
            <ServerText text={endpoint} length={80} />
          </RowLink>
          {description !== null && (
            <span className="note">
              <ServerText text={description} length={80} />
            </span>
          )}
        </span>
      ),
    },
    {
      title: 'Events',
      cell: ({ categories }) => <Badges texts={categories.map(shortType)} most={4} />,
    },
    {
      title: 'State',
      by: (each) => standingOf(each, standings.get(each.id)?.failures),
      cell: (each) => {
        const failures = standings.get(each.id)?.failures ?? 0;
        const standing = standingOf(each, failures);
        return (
          <State state={standing}>
            {standing === 'failing' ? `failing: ${counted(failures, 'failure')} in a row` : undefined}
          </State>
        );
      },
    },
    {
      title: 'Waiting',
      align: 'end',
      by: ({ id }) => String(standings.get(id)?.pending ?? 0),
      cell: ({ id }) => waitingNumber(standings.get(id)?.pending ?? 0),
    },
    {
      title: 'Changed',
      nowrap: true,
      by: ({ updated_at }) => updated_at,
      cell: ({ updated_at }) => <Time at={updated_at} />,
    },
  ];
}
