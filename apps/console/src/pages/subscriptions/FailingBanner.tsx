import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Schemas } from '../../api/client.js';
import { ActButton } from '../../components/Button.js';
import { ServerText } from '../../components/ServerText.js';
import { Countdown, Since, Time } from '../../components/Time.js';
import { counted, wholeNumber } from '../../format/numbers.js';
import { faultOf } from '../deliveries/outcomes.js';
import { useReplayCount } from './ReplayDialog.js';
import { ChangeStateDialog } from './SubscriptionActs.js';
import styles from './Subscriptions.module.css';

type Subscription = Schemas['Subscription'];

interface Failing {
  subscription: Subscription;
  summary: Schemas['SubscriptionSummary'] | undefined;
}

/** Statuses of an endpoint that wants credentials, which deliveries have in its URL alone. */
const REFUSALS: readonly number[] = [401, 403];

/** Warns that a subscription's endpoint fails or that it is disabled. */
export function FailingBanner({ subscription, summary }: Failing) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      {subscription.state === 'disabled' && (
        <DisabledBanner subscription={subscription} onEnable={() => setOpen(true)} />
      )}
      <FailuresBanner subscription={subscription} summary={summary} />
      {/* Outside of the banner, which disappears as soon as the subscription is enabled. */}
      {isOpen && (
        <ChangeStateDialog change="enable" subscription={subscription} onClose={() => setOpen(false)} />
      )}
    </>
  );
}

function FailuresBanner({ subscription, summary }: Failing) {
  if (subscription.state !== 'active' || summary === undefined || summary.failures === 0) return null;
  const { failures, failing_since, next_attempt_at, disabled_after, last_attempt } = summary;
  const answer = last_attempt?.answer;
  return (
    <div className={styles.banner} role="status">
      <p>
        <b>{last_attempt === null ? 'The endpoint fails' : faultOf(last_attempt)}</b>{' '}
        {failing_since !== null && <Since at={failing_since} />}: {counted(failures, 'failed attempt')} in a
        row.
      </p>
      {last_attempt !== null && (
        <p>
          Last attempt <Time at={last_attempt.at} />
          {last_attempt.status === null ? (
            '.'
          ) : answer == null || answer === '' ? (
            '; its answer had no body.'
          ) : (
            <>
              ; it answered <ServerText text={answer} code length={120} />
            </>
          )}
        </p>
      )}
      <p>
        {next_attempt_at === null ? (
          'The next attempt is due.'
        ) : (
          <>
            Next attempt in <Countdown until={next_attempt_at} />.
          </>
        )}{' '}
        {disabled_after !== null && (
          <>
            If every attempt fails until <Time at={disabled_after} exact />, the subscription is disabled.
          </>
        )}
      </p>
      <p>
        {REFUSALS.includes(last_attempt?.status ?? 0)
          ? 'The endpoint wants other credentials, and the only ones of a delivery are in its URL. Let the endpoint check the signature instead, or change its URL in '
          : 'Repair the endpoint, or change its URL in '}
        <Link to="/subscriptions/$id" params={{ id: subscription.id }} search={{ tab: 'settings' }}>
          Settings
        </Link>
        . Then send a test.
      </p>
    </div>
  );
}

function DisabledBanner({ subscription, onEnable }: { subscription: Subscription; onEnable: () => void }) {
  const { disabled } = subscription;
  return (
    <div className={styles.banner} data-tone="warn" role="status">
      <p>
        <b>Disabled</b>
        {disabled !== null && (
          <>
            {' '}
            since <Time at={disabled.at} exact />: “<ServerText text={disabled.reason} />
            ”.
          </>
        )}{' '}
        {disabled !== null && <NotSent id={subscription.id} since={disabled.at} />}
      </p>
      <div className="row">
        <ActButton needs="subscribe" look="primary" onClick={onEnable}>
          Enable…
        </ActButton>
      </div>
    </div>
  );
}

/** Number of events missed while the subscription was disabled. */
function NotSent({ id, since }: { id: string; since: string }) {
  const count = useReplayCount(id, { from: since }, true);
  if (count.data === undefined) return null;
  const { deliveries, complete } = count.data;
  if (deliveries === 0) return <>No event was missed since.</>;
  return (
    <>
      {complete ? '' : 'At least '}
      {wholeNumber(deliveries)} {deliveries === 1 ? 'event was' : 'events were'} not sent since. Enable it,
      then replay them.
    </>
  );
}
