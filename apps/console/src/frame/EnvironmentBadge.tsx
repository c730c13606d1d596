import { environment } from '../api/place.js';
import { ENVIRONMENT_NAMES } from '../format/environment.js';
import styles from './EnvironmentBadge.module.css';

/** The name of the environment. It has no link to the other one, whose address is unknown here. */
export function EnvironmentBadge() {
  return (
    <p className={styles.badge} data-environment={environment}>
      {environment === 'production' && (
        <svg viewBox="0 0 12 12" aria-hidden="true" focusable="false">
          <path d="M6 .5 11.5 6 6 11.5.5 6z" />
        </svg>
      )}
      {ENVIRONMENT_NAMES[environment]}
    </p>
  );
}
