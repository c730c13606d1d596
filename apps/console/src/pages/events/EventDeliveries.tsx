import { useQuery } from '@tanstack/react-query';
import { dataOf, makeApi, type Schemas } from '../../api/client.js';
import { useMay, useWhereabouts } from '../../api/session.js';
import { EmptyState } from '../../components/EmptyState.js';
import { Loaded } from '../../components/Loaded.js';
import { Table } from '../../components/Table.js';
import { whoMay } from '../../format/roles.js';
import { DELIVERY_COLUMNS } from '../deliveries/delivery-columns.js';

/** The deliveries of an event, one for each subscription. */
export function EventDeliveries({ id }: { id: string }) {
  const { project } = useWhereabouts();
  const may = useMay('subscribe');
  const projectId = project?.id ?? null;
  const query = useQuery({
    queryKey: ['deliveries', 'of', id, { projectId }],
    enabled: may,
    queryFn: async () => {
      const api = makeApi(projectId);
      const { data } = await dataOf(api.GET('/v1/deliveries/summary'));
      const pages = await Promise.all(
        data.map(({ subscription_id }) =>
          dataOf(
            api.GET('/v1/subscriptions/{id}/deliveries', {
              params: { path: { id: subscription_id }, query: { event_id: id, limit: 20 } },
            }),
          ),
        ),
      );
      return pages.flatMap((page) => page.data);
    },
  });
  if (!may)
    return (
      <EmptyState title="Deliveries are not for this role">{whoMay('subscribe')} reads them.</EmptyState>
    );
  return (
    <Loaded query={query}>
      {(deliveries) =>
        deliveries.length === 0 ? (
          <EmptyState title="No endpoint received it">
            No subscription lists its category, or all of them were disabled when it happened.
          </EmptyState>
        ) : (
          <Table<Schemas['Delivery']>
            label="Deliveries of the event"
            columns={DELIVERY_COLUMNS}
            items={deliveries}
            keyOf={(delivery) => delivery.id}
          />
        )
      }
    </Loaded>
  );
}
