import type { Schemas } from '../../api/client.js';
import { useAnswer } from '../../api/queries.js';
import { useMay } from '../../api/session.js';
import { EmptyState, NotForRole } from '../../components/EmptyState.js';
import { Loaded } from '../../components/Loaded.js';
import { Table } from '../../components/Table.js';
import { DELIVERY_COLUMNS } from '../deliveries/delivery-columns.js';

/** The deliveries of an event, one for each subscription. */
export function EventDeliveries({ id }: { id: string }) {
  const may = useMay('subscribe');
  const query = useAnswer(
    ['deliveries', 'of', id],
    (api) => api.GET('/v1/deliveries', { params: { query: { event_id: id, limit: 100 } } }),
    { enabled: may },
  );
  if (!may) return <NotForRole what="Deliveries" needs="subscribe" />;
  return (
    <Loaded query={query}>
      {({ data: deliveries }) =>
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
