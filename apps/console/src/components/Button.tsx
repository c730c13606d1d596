import type { ButtonHTMLAttributes, ReactNode } from 'react';
import { useMay } from '../api/session.js';
import { whoMay } from '../format/roles.js';
import styles from './Button.module.css';
import { Icon, type IconName } from './Icon.js';

export interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className' | 'style'> {
  /** `primary` is for the main action of a page, `danger` for one that cannot be undone; `plain` has no frame. */
  look?: 'primary' | 'secondary' | 'danger' | 'plain';
  size?: 'm' | 's';
  icon?: IconName;
  /** Whether its action is running: it keeps its width and cannot be pressed. */
  busy?: boolean;
  children: ReactNode;
}

/** A button. Its text names the action, and in production also the environment if the action changes something. */
export function Button({
  look = 'secondary',
  size = 'm',
  icon,
  busy = false,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={`${styles.button} ${styles[look]} ${styles[size]}`}
      aria-busy={busy}
      onClick={busy ? (event) => event.preventDefault() : rest.onClick}
    >
      {icon !== undefined && <Icon name={icon} />}
      <span>{children}</span>
      {busy && <span className={styles.spinner} aria-hidden="true" />}
    </button>
  );
}

/**
 * A button that needs a capability. Without it, the button is disabled but focusable, and names the roles that
 * have it.
 * @param refusal why it is disabled for those who have the capability.
 */
export function ActButton({ needs, refusal, ...props }: ButtonProps & { needs: string; refusal?: string }) {
  const may = useMay(needs);
  const reason = may ? refusal : `Only ${whoMay(needs)} may do this.`;
  if (reason === undefined) return <Button {...props} />;
  return (
    <span className={styles.refused} title={reason}>
      <Button {...props} aria-disabled="true" onClick={(event) => event.preventDefault()} type="button" />
      <span className={styles.reason}>{reason}</span>
    </span>
  );
}
