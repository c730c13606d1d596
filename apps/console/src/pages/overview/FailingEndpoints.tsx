import { Link } from '@tanstack/react-router';
import { Loaded } from '../../components/Loaded.js';
import { Panel, Section } from '../../components/Page.js';
import { ServerText } from '../../components/ServerText.js';
import { Countdown, Time } from '../../components/Time.js';
import { counted } from '../../format/numbers.js';
import styles from './Overview.module.css';
import { useDeliverySummary } from './use-day.js';

const MOST = 6;

/** Endpoints whose last attempt failed, with the time of the next one. */
export function FailingEndpoints() {
  const summary = useDeliverySummary();
  return (
    <Section title="Failing endpoints">
      <Panel>
        <div className={styles.held}>
          <Loaded query={summary} lines={4}>
            {({ data }) => {
              const failing = data.filter(({ failures }) => failures > 0);
              if (failing.length === 0) {
                return (
                  <p className={styles.quiet}>
                    {data.length === 0 ? 'There is no subscription.' : 'Every endpoint answers.'}
                  </p>
                );
              }
              return (
                <ul role="list" className={styles.list}>
                  {failing.slice(0, MOST).map((each) => (
                    <li key={each.subscription_id}>
                      <Link to="/subscriptions/$id" params={{ id: each.subscription_id }} search={{}}>
                        <ServerText text={each.endpoint} length={80} />
                      </Link>
                      <p className={styles.quiet}>
                        {counted(each.failures, 'failure')} in a row
                        {each.failing_since !== null && (
                          <>
                            {' '}
                            since <Time at={each.failing_since} />
                          </>
                        )}
                        {each.next_attempt_at !== null && (
                          <>
                            ; next try in <Countdown until={each.next_attempt_at} />
                          </>
                        )}
                        {each.disabled_after !== null && (
                          <>
                            ; disabled on <Time at={each.disabled_after} exact />
                          </>
                        )}
                      </p>
                    </li>
                  ))}
                </ul>
              );
            }}
          </Loaded>
        </div>
      </Panel>
    </Section>
  );
}
