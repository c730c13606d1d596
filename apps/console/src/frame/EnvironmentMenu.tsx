import { useState } from 'react';
import { environment } from '../api/place.js';
import { Menu, MenuList } from '../components/Menu.js';
import { ENVIRONMENT_NAMES, type Environment } from '../format/environment.js';
import styles from './EnvironmentMenu.module.css';

const OTHER: Environment = environment === 'production' ? 'development' : 'production';

/** Says which environment this is, in a word and a shape. The way to the other one is a whole new page. */
export function EnvironmentMenu() {
  return (
    <div className={styles.environment} data-environment={environment}>
      <Menu label={<Name of={environment} />}>{() => <Choice />}</Menu>
    </div>
  );
}

function Choice() {
  const [isHosted, setHosted] = useState<boolean | null>(null);
  const ask = () => {
    if (isHosted !== null) return;
    // Without the session: whether an environment is served here is no secret.
    void fetch(`/console/${OTHER}/`, { method: 'HEAD', credentials: 'omit', redirect: 'manual' }).then(
      ({ ok }) => setHosted(ok),
      () => setHosted(false),
    );
  };
  return (
    <MenuList>
      <li>
        {isHosted === false ? (
          <p className={styles.absent}>{ENVIRONMENT_NAMES[OTHER]} is not served at this address.</p>
        ) : (
          <a href={`/console/${OTHER}/`} onPointerEnter={ask} onFocus={ask}>
            Go to <Name of={OTHER} />
          </a>
        )}
      </li>
      <li>
        <p className={styles.absent}>The environments share nothing: you sign in to each.</p>
      </li>
    </MenuList>
  );
}

function Name({ of }: { of: Environment }) {
  return (
    <span className={styles.name} data-environment={of}>
      <svg viewBox="0 0 12 12" aria-hidden="true" focusable="false">
        {of === 'production' ? <path d="M6 .5 11.5 6 6 11.5.5 6z" /> : <circle cx="6" cy="6" r="4" />}
      </svg>
      {ENVIRONMENT_NAMES[of]}
    </span>
  );
}
