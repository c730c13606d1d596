import { useRef } from 'react';
import type { Schemas } from '../../api/client.js';
import { useAct, useAnswer } from '../../api/queries.js';
import { ActButton } from '../../components/Button.js';
import { inEnvironment } from '../../components/Dialog.js';
import { ErrorPanel } from '../../components/ErrorPanel.js';
import { RowLink } from '../../components/RowLink.js';
import { State } from '../../components/State.js';
import { duration } from '../../format/numbers.js';
import { isAcknowledged, outcomeOf } from '../deliveries/outcomes.js';

/** Milliseconds between two looks for the answer to a test. */
const LOOK_EVERY = 1_000;

/** Sends a test event to one subscription, and shows its answer. */
export function TestButton({ id }: { id: string }) {
  const test = useAct(
    (api, _input: void) => api.POST('/v1/subscriptions/{id}/test', { params: { path: { id } } } as never),
    ['deliveries', 'standings'],
  );
  const sent = test.data as { event_id: string } | undefined;
  return (
    <>
      {sent !== undefined && <TestAnswer key={sent.event_id} id={id} eventId={sent.event_id} />}
      <ActButton needs="subscribe" busy={test.isPending} onClick={() => test.mutate()}>
        {inEnvironment('Send test')}
      </ActButton>
      {test.error !== null && <ErrorPanel error={test.error} />}
    </>
  );
}

function TestAnswer({ id, eventId }: { id: string; eventId: string }) {
  const isHurried = useRef(false);
  const query = useAnswer(
    ['deliveries', 'test', eventId],
    async (api) => {
      const answer = await api.GET('/v1/deliveries', {
        params: { query: { subscription_id: id, event_id: eventId } },
      });
      const delivery = answer.data?.data[0];
      // It would wait until the pause of a failing endpoint is over.
      if (delivery?.waiting === 'endpoint' && !isHurried.current) {
        isHurried.current = true;
        await api.POST('/v1/deliveries/{id}/retry', { params: { path: { id: delivery.id } } });
      }
      return answer;
    },
    { refetchInterval: ({ state }) => (lastOf(state.data?.data[0]) === undefined ? LOOK_EVERY : false) },
  );
  const delivery = query.data?.data[0];
  const last = lastOf(delivery);
  return (
    <span role="status" className="row">
      {delivery === undefined || last === undefined ? (
        'Waiting for the answer to the test…'
      ) : (
        <>
          <State state="answered" tone={isAcknowledged(last) ? 'good' : 'bad'}>
            {outcomeOf(last)} in {duration(last.latency_ms)}
          </State>
          <RowLink to="/deliveries/$id" params={{ id: delivery.id }}>
            The test’s delivery
          </RowLink>
        </>
      )}
    </span>
  );
}

function lastOf(delivery: Schemas['Delivery'] | undefined) {
  return delivery?.attempts.at(-1);
}
