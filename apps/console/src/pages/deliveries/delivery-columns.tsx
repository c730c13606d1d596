import type { Schemas } from '../../api/client.js';
import { RowLink } from '../../components/RowLink.js';
import { State } from '../../components/State.js';
import type { Column } from '../../components/Table.js';
import { Countdown, Time } from '../../components/Time.js';
import { shortType } from '../../format/event-type.js';
import { duration } from '../../format/numbers.js';
import { outcomeOf } from './outcomes.js';

type Delivery = Schemas['Delivery'];

/** The columns of every list of deliveries. */
export const DELIVERY_COLUMNS: readonly Column<Delivery>[] = [
  {
    title: 'Created',
    nowrap: true,
    cell: ({ id, created_at }) => (
      <RowLink to="/deliveries/$id" params={{ id }}>
        <Time at={created_at} exact />
      </RowLink>
    ),
  },
  {
    title: 'Event',
    cell: ({ event_id, event_type }) => (
      <RowLink to="/events/$id" params={{ id: event_id }}>
        <code>{shortType(event_type)}</code>
      </RowLink>
    ),
  },
  { title: 'State', cell: (delivery) => <DeliveryState delivery={delivery} /> },
  { title: 'Attempts', align: 'end', cell: ({ attempts }) => attempts.length },
  {
    title: 'Last answer',
    cell: ({ attempts }) => {
      const last = attempts.at(-1);
      return last === undefined ? '—' : `${outcomeOf(last)} in ${duration(last.latency_ms)}`;
    },
  },
];

/** State of a delivery, and what it waits for. */
export function DeliveryState({
  delivery,
}: {
  delivery: Pick<Delivery, 'state' | 'waiting' | 'next_attempt_at' | 'attempts'>;
}) {
  const { state, waiting, next_attempt_at, attempts } = delivery;
  if (waiting === 'subscription_disabled') {
    return (
      <State state="pending" tone="warn">
        not sent: disabled
      </State>
    );
  }
  return (
    <>
      <State state={state} />
      {next_attempt_at !== null && (
        <>
          {' '}
          {attempts.length === 0 ? 'first attempt' : 'retry'} in <Countdown until={next_attempt_at} />
        </>
      )}
      {waiting === 'earlier_delivery' && ' waits for an earlier one'}
      {waiting === 'endpoint' && ' (endpoint paused after errors)'}
    </>
  );
}
