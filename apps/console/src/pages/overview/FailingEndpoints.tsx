import { Link } from '@tanstack/react-router';
import type { Schemas } from '../../api/client.js';
import { ServerText } from '../../components/ServerText.js';
import { Countdown, Since, Time } from '../../components/Time.js';
import { counted } from '../../format/numbers.js';
import { faultOf } from '../deliveries/outcomes.js';
import { ListPanel } from './ListPanel.js';
import { useDeliverySummary, useSubscriptionSummary } from './overview-queries.js';

const MOST = 6;

/** Endpoints whose last attempt failed. */
export function FailingEndpoints() {
  return (
    <ListPanel
      title="Failing endpoints"
      query={useDeliverySummary()}
      none="No endpoint fails."
      rows={({ data }) =>
        data
          .filter(({ failures }) => failures > 0)
          .slice(0, MOST)
          .map((standing) => <FailingEndpoint key={standing.subscription_id} {...standing} />)
      }
    />
  );
}

/** What is wrong with an endpoint, since when, and the time of the next attempt. */
function FailingEndpoint({
  subscription_id: id,
  endpoint,
  failures,
  failing_since,
  next_attempt_at,
  disabled_after,
}: Schemas['DeliverySummary']['data'][number]) {
  const last = useSubscriptionSummary(id).data?.last_attempt ?? null;
  return (
    <li>
      <Link to="/subscriptions/$id" params={{ id }} search={{}}>
        <ServerText text={endpoint} length={80} />
      </Link>
      <p className="note">
        {last === null ? 'The endpoint fails' : faultOf(last)}{' '}
        {failing_since !== null && <Since at={failing_since} />}: {counted(failures, 'failed attempt')} in a
        row
        {next_attempt_at !== null && (
          <>
            ; next attempt in <Countdown until={next_attempt_at} />
          </>
        )}
        {disabled_after !== null && (
          <>
            ; disabled on <Time at={disabled_after} exact /> if none succeeds
          </>
        )}
      </p>
    </li>
  );
}
