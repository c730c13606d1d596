import { Time, useNow } from '../../components/Time.js';
import styles from './Authorities.module.css';
import { validityOf } from './validity.js';

/** Expiry of an authority, and how much of its validity has passed. */
export function ValidityBar({
  authority,
  exact = false,
}: {
  authority: { created_at: string; valid_until: string; state: string };
  exact?: boolean;
}) {
  const { share, tone } = validityOf(authority, useNow(60_000));
  return (
    <span className="stack">
      <span>
        {exact && 'until '}
        <Time at={authority.valid_until} exact={exact} />
      </span>
      <span className={styles.bar} data-tone={tone} aria-hidden="true">
        <i style={{ width: `${Math.max(2, share * 100)}%` }} />
      </span>
    </span>
  );
}
