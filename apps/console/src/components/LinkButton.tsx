import type { AnchorHTMLAttributes, ReactNode } from 'react';
import styles from './Button.module.css';
import type { ButtonProps } from './Button.js';
import { Icon } from './Icon.js';

/** A link that looks like a button. */
export function LinkButton({
  look = 'secondary',
  size = 'm',
  icon,
  children,
  ...rest
}: Pick<ButtonProps, 'look' | 'size' | 'icon'> &
  Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'className' | 'style'> & { children: ReactNode }) {
  return (
    <a {...rest} className={`${styles.button} ${styles.link} ${styles[look]} ${styles[size]}`}>
      {icon !== undefined && <Icon name={icon} />}
      <span>{children}</span>
    </a>
  );
}
