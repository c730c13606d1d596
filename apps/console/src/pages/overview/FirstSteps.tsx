import { Link } from '@tanstack/react-router';
import { asJson } from '../../api/as-json.js';
import { useAnswer } from '../../api/queries.js';
import { Icon } from '../../components/Icon.js';
import styles from './Overview.module.css';
import { useDeliverySummary, useEndedRecords, useWorkingCredentials } from './use-day.js';

/** The three things to do next in a project, until all are done. */
export function FirstSteps() {
  const ended = useEndedRecords().data?.data;
  const any = useAnswer(
    ['records', 'any'],
    (api) => asJson(api.GET('/v1/records', { params: { query: { limit: 1 } } })),
    { staleTime: Number.POSITIVE_INFINITY, enabled: ended?.length === 0 },
  ).data?.data;
  const records = ended?.length === 0 ? any : ended;
  const credentials = useWorkingCredentials().data?.data;
  const subscriptions = useDeliverySummary().data?.data;
  if (records === undefined || credentials === undefined || subscriptions === undefined) return null;
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
      isDone: credentials.some(({ issued_by }) => issued_by !== null),
    },
    {
      to: '/subscriptions',
      title: 'Create a subscription',
      says: 'An endpoint of yours is told of every change.',
      isDone: subscriptions.length > 0,
    },
  ] as const;
  if (steps.every(({ isDone }) => isDone)) return null;
  return (
    <section className={styles.steps} aria-label="First steps">
      <h2>What to do next</h2>
      <ol role="list">
        {steps.map(({ to, title, says, isDone }) => (
          <li key={to} data-done={isDone}>
            <Icon name={isDone ? 'check' : 'ring'} />
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
  );
}
