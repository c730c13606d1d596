import { Link } from '@tanstack/react-router';
import { signOut } from '../api/leave.js';
import { useWhereabouts } from '../api/session.js';
import { Icon } from '../components/Icon.js';
import { Menu, MenuList } from '../components/Menu.js';
import { ServerText } from '../components/ServerText.js';
import { setDensity, useDensity } from '../components/preferences.js';
import styles from './OperatorMenu.module.css';

/** Who is signed in, their sessions and keys, and the way out. */
export function OperatorMenu() {
  const { session, project } = useWhereabouts();
  const { name, address } = session.operator;
  const roles = project?.roles ?? [];
  const isCompact = useDensity() === 'compact';
  return (
    <div className={styles.operator}>
      <Menu label={<ServerText text={name} length={40} />} icon="account" align="end">
        {(close) => (
          <>
            <div className={styles.who}>
              <ServerText text={address} />
              <span>{roles.length > 0 ? `${roles.join(', ')} of this project` : 'no role in a project'}</span>
            </div>
            <MenuList>
              <li>
                <Link to="/account" onClick={close}>
                  <Icon name="key" /> Sessions and keys
                </Link>
              </li>
              <li>
                <button type="button" onClick={() => setDensity(isCompact ? 'roomy' : 'compact')}>
                  <Icon name="menu" /> {isCompact ? 'Roomy' : 'Compact'} rows
                </button>
              </li>
              <li>
                <button type="button" onClick={() => void signOut()}>
                  <Icon name="out" /> Sign out
                </button>
              </li>
            </MenuList>
          </>
        )}
      </Menu>
    </div>
  );
}
