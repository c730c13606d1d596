import { Link } from '@tanstack/react-router';
import { ServerText } from '../../components/ServerText.js';
import { Countdown, Since, Time } from '../../components/Time.js';
import { counted } from '../../format/numbers.js';
import { ListPanel } from './ListPanel.js';
import { useDeliverySummary } from './overview-queries.js';

const MOST = 6;

/** Endpoints whose last attempt failed, with the time of the next one. */
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
          .map(({ subscription_id: id, endpoint, failures, ...times }) => (
            <li key={id}>
              <Link to="/subscriptions/$id" params={{ id }} search={{}}>
                <ServerText text={endpoint} length={80} />
              </Link>
              <p className="note">
                {counted(failures, 'failed attempt')} in a row
                {times.failing_since !== null && (
                  <>
                    {' '}
                    <Since at={times.failing_since} />
                  </>
                )}
                {times.next_attempt_at !== null && (
                  <>
                    ; next attempt in <Countdown until={times.next_attempt_at} />
                  </>
                )}
                {times.disabled_after !== null && (
                  <>
                    ; disabled on <Time at={times.disabled_after} exact /> if none succeeds
                  </>
                )}
              </p>
            </li>
          ))
      }
    />
  );
}
