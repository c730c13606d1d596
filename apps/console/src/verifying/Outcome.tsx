import type { ReactNode } from 'react';
import { Icon } from '../components/Icon.js';
import styles from './Outcome.module.css';

/** The outcome of a check, in a sentence. */
export function Outcome({ holds, children }: { holds: boolean; children: ReactNode }) {
  return (
    <p className={styles.outcome} data-holds={holds} role="status">
      <Icon name={holds ? 'check' : 'cross'} />
      <span>{children}</span>
    </p>
  );
}
