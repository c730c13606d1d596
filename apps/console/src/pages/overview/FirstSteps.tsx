import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useAnswer } from '../../api/queries.js';
import { Icon } from '../../components/Icon.js';
import { Places } from '../../components/Loaded.js';
import styles from './Overview.module.css';
import { useDeliverySummary, useEndedRecords, useWorkingCredentials } from './overview-queries.js';

/** The three things to do next in a project, until all are done, above what waits for them so that it does not move. */
export function FirstSteps({ children }: { children: ReactNode }) {
  const ended = useEndedRecords();
  const any = useAnswer(
    ['records', 'any'],
    (api) => api.GET('/v1/records', { params: { query: { limit: 1 } } }),
    { staleTime: Number.POSITIVE_INFINITY, enabled: ended.data?.data.length === 0 },
  );
  const records = (ended.data?.data.length === 0 ? any : ended).data?.data;
  const [credentials, subscriptions] = [useWorkingCredentials(), useDeliverySummary()];
  if ([ended, any, credentials, subscriptions].some(({ error }) => error !== null)) return children;
  if (records === undefined || credentials.data === undefined || subscriptions.data === undefined)
    return <Places lines={12} />;
  const steps = [
    {
      to: '/records',
      title: 'Import records',
      says: 'Register one here, or a file of them by the command rvs records import.',
      isDone: records.length > 0,
    },
    {
      to: '/credentials',
      title: 'Issue a credential for an application',
      says: 'With it, the application asks whether records are valid.',
      // The first credentials are the host’s.
      isDone: credentials.data.data.some(({ issued_by }) => issued_by !== null),
    },
    {
      to: '/subscriptions',
      title: 'Create a subscription',
      says: 'The service posts every change to your endpoint.',
      isDone: subscriptions.data.data.length > 0,
    },
  ] as const;
  if (steps.every(({ isDone }) => isDone)) return children;
  return (
    <>
      <section className={styles.steps} aria-label="First steps">
        <h2>What to do next</h2>
        <ol role="list">
          {steps.map(({ to, title, says, isDone }, index) => (
            <li key={to} data-done={isDone}>
              {isDone ? <Icon name="check" /> : <b aria-hidden="true">{index + 1}</b>}
              <div>
                {isDone ? (
                  <p>
                    {title} <span className="visually-hidden">(done)</span>
                  </p>
                ) : (
                  <Link to={to} search={{ new: 'yes' }}>
                    {title}
                  </Link>
                )}
                <p className="note">{says}</p>
              </div>
            </li>
          ))}
        </ol>
      </section>
      {children}
    </>
  );
}
