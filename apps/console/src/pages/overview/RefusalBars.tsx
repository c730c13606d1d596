import { Link } from '@tanstack/react-router';
import { wholeNumber } from '../../format/numbers.js';
import { ListPanel } from './ListPanel.js';
import styles from './Overview.module.css';
import { refusalsOf } from './refusals.js';
import { useDay } from './overview-queries.js';

/** Codes that are shown; the Usage page has all. */
const MOST = 8;

/** Today's refusals by code; each code links to its requests. */
export function RefusalBars() {
  const { usage, today } = useDay();
  return (
    <ListPanel
      title="Rejected requests by code"
      query={usage}
      none="Nothing was refused today."
      look="bars"
      rows={({ data }) => {
        const refusals = refusalsOf(data, today).slice(0, MOST);
        const highest = Math.max(1, ...refusals.map(({ count }) => count));
        return refusals.map(({ code, count, isFailure }) => (
          <li key={code}>
            <Link to="/history" search={{ error_code: code, from: today }}>
              <code>{code}</code>
              <span>{wholeNumber(count)}</span>
            </Link>
            <span className={styles.track} data-failure={isFailure} aria-hidden="true">
              <span style={{ width: `${(100 * count) / highest}%` }} />
            </span>
          </li>
        ));
      }}
    />
  );
}
