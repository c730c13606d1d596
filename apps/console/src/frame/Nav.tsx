import { Link, useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { Icon } from '../components/Icon.js';
import { useLive } from '../live/use-live.js';
import { PAGES } from './pages.js';
import styles from './Nav.module.css';

/** The navigation: a column, or a menu on narrow screens. */
export function Nav() {
  const details = useRef<HTMLDetailsElement>(null);
  // It ends with the session, which no call of a page at rest would notice.
  useLive([], () => undefined);
  const path = useLocation({ select: ({ pathname }) => pathname });
  useEffect(() => {
    if (details.current !== null) details.current.open = false;
  }, [path]);
  return (
    <nav className={styles.nav} aria-label="Pages">
      <div className={styles.column}>
        <Links />
      </div>
      <details ref={details} className={styles.fold}>
        <summary>
          <Icon name="menu" /> Menu
        </summary>
        <Links />
      </details>
    </nav>
  );
}

function Links() {
  return (
    <ul role="list" className={styles.links}>
      {PAGES.map(([to, label, icon]) => (
        <li key={to}>
          <Link
            to={to}
            activeOptions={{ exact: to === '/', includeSearch: false }}
            activeProps={{ 'aria-current': 'page' }}
          >
            <Icon name={icon} />
            {label}
          </Link>
        </li>
      ))}
      <li>
        <a href="/docs/api" target="_blank" rel="noopener">
          <Icon name="api" />
          API <span className="visually-hidden">(opens in a new tab)</span>
          <Icon name="external" />
        </a>
      </li>
    </ul>
  );
}
