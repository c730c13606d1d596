import { Link, useParams } from '@tanstack/react-router';
import type { Schemas } from '../../api/client.js';
import { useAct, useAnswer } from '../../api/queries.js';
import { ActButton } from '../../components/Button.js';
import { inEnvironment } from '../../components/Dialog.js';
import { ErrorPanel } from '../../components/ErrorPanel.js';
import { EntityPage, jsonPart } from '../EntityPage.js';
import { NameOf } from '../../components/NameOf.js';
import { Facts, Section } from '../../components/Page.js';
import { ServerText } from '../../components/ServerText.js';
import { Time } from '../../components/Time.js';
import { Timeline, TimelineItem } from '../../components/Timeline.js';
import { say } from '../../components/toast-store.js';
import { shortType } from '../../format/event-type.js';
import { counted, duration } from '../../format/numbers.js';
import styles from './Deliveries.module.css';
import { DeliveryState } from './delivery-columns.js';
import { isAcknowledged, outcomeOf } from './outcomes.js';
import { SentRequest } from './SentRequest.js';

type Delivery = Schemas['Delivery'];

/** One delivery: its attempts with request and answer. */
export function DeliveryPage() {
  const { id } = useParams({ from: '/shell/deliveries/$id' });
  const query = useAnswer(
    ['deliveries', id],
    (api) => api.GET('/v1/deliveries/{id}', { params: { path: { id } } }),
    { refetchInterval: 5_000 },
  );
  const retry = useAct(
    (api, _input: void) => api.POST('/v1/deliveries/{id}/retry', { params: { path: { id } } }),
    ['deliveries', 'standings'],
  );
  const delivery = query.data;
  const mayRetry = delivery?.state === 'pending' || delivery?.state === 'exhausted';
  return (
    <EntityPage
      kind="delivery"
      id={id}
      path="deliveries"
      query={query}
      name={delivery && shortType(delivery.event_type)}
      state={delivery?.state}
      actions={
        mayRetry && (
          <ActButton
            needs="subscribe"
            look="primary"
            icon="refresh"
            busy={retry.isPending}
            onClick={() =>
              retry.mutate(undefined, {
                onSuccess: () => say(delivery.attempts.length === 0 ? 'Attempt queued.' : 'Retry queued.'),
              })
            }
          >
            {inEnvironment(delivery.attempts.length === 0 ? 'Send now' : 'Retry now')}
          </ActButton>
        )
      }
      above={retry.error !== null && <ErrorPanel error={retry.error} />}
      parts={[
        ['attempts', 'Attempts', (shown) => <Attempts delivery={shown} />],
        ['request', 'Request', () => <SentRequest id={id} />],
        jsonPart('delivery'),
      ]}
    />
  );
}

function Attempts({ delivery }: { delivery: Delivery }) {
  const { subscription_id, event_id, event_type, attempts, next_attempt_at, blocked_by, created_at } =
    delivery;
  return (
    <>
      <Section title="Details">
        <Facts
          facts={[
            [
              'Event',
              <Link key="e" to="/events/$id" params={{ id: event_id }}>
                <code>{event_type}</code>
              </Link>,
            ],
            ['Subscription', <NameOf key="s" id={subscription_id} />],
            ['State', <DeliveryState key="d" delivery={delivery} />],
            ['Created', <Time key="p" at={created_at} exact />],
            ['Next attempt', next_attempt_at === null ? null : <Time at={next_attempt_at} exact />],
            [
              'Waits for',
              blocked_by === null ? null : (
                <Link to="/deliveries/$id" params={{ id: blocked_by }}>
                  an earlier event of the same subject
                </Link>
              ),
            ],
          ]}
        />
      </Section>
      <Section title={attempts.length === 0 ? 'Attempts' : counted(attempts.length, 'attempt')}>
        {attempts.length === 0 ? (
          <p className="note">Nothing was sent yet.</p>
        ) : (
          <Timeline label="Attempts, newest first">
            {attempts.toReversed().map((attempt) => (
              <Attempt key={attempt.number} attempt={attempt} />
            ))}
          </Timeline>
        )}
      </Section>
    </>
  );
}

function Attempt({ attempt }: { attempt: Delivery['attempts'][number] }) {
  const { number, at, trigger, latency_ms, answer } = attempt;
  const tone = isAcknowledged(attempt) ? 'good' : 'bad';
  return (
    <TimelineItem
      tone={tone}
      title={`Attempt ${number}: ${outcomeOf(attempt)}`}
      beside={<Time at={at} exact />}
    >
      <div className="stack">
        <div className="row note">
          <span>{duration(latency_ms)}</span>
          <span>{trigger === 'manual' ? 'asked for' : 'by the schedule'}</span>
        </div>
        {answer !== null && answer !== '' && (
          <div className={styles.answer} role="region" aria-label={`Answer to attempt ${number}`}>
            <ServerText text={answer} length={400} />
          </div>
        )}
      </div>
    </TimelineItem>
  );
}
