import { Link } from '@tanstack/react-router';
import { Loaded } from '../../components/Loaded.js';
import { Panel, Section } from '../../components/Page.js';
import { wholeNumber } from '../../format/numbers.js';
import styles from './Overview.module.css';
import { refusalsOf } from './refusals.js';
import { useRefusals } from './use-day.js';

/** Codes that are shown; the Usage page has all. */
const MOST = 8;

/** Today's refusals by code; each code links to its requests. */
export function RefusalBars() {
  const usage = useRefusals();
  return (
    <Section title="Rejected requests by code">
      <Panel>
        <div className={styles.held}>
          <Loaded query={usage} lines={4}>
            {({ data, from }) => {
              const refusals = refusalsOf(data);
              const highest = Math.max(1, ...refusals.map(({ count }) => count));
              if (refusals.length === 0) return <p className={styles.quiet}>Nothing was refused today.</p>;
              return (
                <ul role="list" className={styles.bars}>
                  {refusals.slice(0, MOST).map(({ code, count, isFailure }) => (
                    <li key={code}>
                      <Link to="/history" search={{ error_code: code, from }}>
                        <code>{code}</code>
                        <span>{wholeNumber(count)}</span>
                      </Link>
                      <span className={styles.track} data-failure={isFailure} aria-hidden="true">
                        <span style={{ width: `${(100 * count) / highest}%` }} />
                      </span>
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
