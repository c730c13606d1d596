import { Link } from '@tanstack/react-router';
import { wholeNumber } from '../../format/numbers.js';
import { ListPanel } from './ListPanel.js';
import styles from './Overview.module.css';
import { refusalsOf } from './refusals.js';
import { useDay } from './overview-queries.js';

/** Codes that are shown; the Usage page has all. */
const MOST = 8;

/** The refusals of the last 24 hours by code; each code links to its requests. */
export function RefusalBars() {
  return (
    <ListPanel
      title="Refused requests by code"
      query={useDay()}
      none="Nothing was refused in the last 24 hours."
      look="bars"
      rows={({ data, from }) => {
        const refusals = refusalsOf(data).slice(0, MOST);
        const highest = Math.max(1, ...refusals.map(({ count }) => count));
        return refusals.map(({ code, count, isFailure }) => (
          <li key={code}>
            <Link to="/history" search={{ error_code: code, from }}>
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
