import { Link } from '@tanstack/react-router';
import { Icon } from '../components/Icon.js';
import { Menu, MenuList } from '../components/Menu.js';
import { useLive } from '../live/use-live.js';
import { PAGES } from './pages.js';
import styles from './Nav.module.css';

/** The navigation, a column beside the page. */
export function Nav() {
  // It ends with the session, which no call of a page at rest would notice.
  useLive([], () => undefined);
  return (
    <nav className={styles.nav} aria-label="Pages">
      <ul role="list" className={styles.links}>
        <Links />
      </ul>
    </nav>
  );
}

/** The navigation of narrow screens. */
export function NavMenu() {
  return (
    <nav className={styles.menu} aria-label="Pages">
      <Menu label="Menu" icon="menu" quietLabel>
        {(close) => (
          <MenuList>
            <Links onChoose={close} />
          </MenuList>
        )}
      </Menu>
    </nav>
  );
}

function Links({ onChoose }: { onChoose?: () => void }) {
  return (
    <>
      {PAGES.map(([to, label, icon]) => (
        <li key={to}>
          <Link
            to={to}
            activeOptions={{ exact: to === '/', includeSearch: false }}
            activeProps={{ 'aria-current': 'page' }}
            onClick={onChoose}
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
    </>
  );
}
