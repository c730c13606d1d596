import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Icon, type IconName } from './Icon.js';
import styles from './Menu.module.css';

interface MenuProps {
  label: ReactNode;
  icon?: IconName;
  /** Edge of the button that the panel is aligned to. */
  align?: 'start' | 'end';
  /** Whether the label is for screen readers alone. */
  quietLabel?: boolean;
  /** Its content; the function closes it. */
  children: (close: () => void) => ReactNode;
}

/** A `<details>` menu that Escape or a click outside closes. */
export function Menu({ label, icon, align = 'start', quietLabel = false, children }: MenuProps) {
  const details = useRef<HTMLDetailsElement>(null);
  const [isOpen, setOpen] = useState(false);
  const close = () => {
    if (details.current !== null) details.current.open = false;
  };
  useEffect(() => {
    const beside = (event: Event) => {
      if (event.target instanceof Node && details.current?.contains(event.target) === false) close();
    };
    document.addEventListener('pointerdown', beside);
    document.addEventListener('focusin', beside);
    return () => {
      document.removeEventListener('pointerdown', beside);
      document.removeEventListener('focusin', beside);
    };
  }, []);
  return (
    <details
      ref={details}
      className={styles.menu}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || details.current?.open !== true) return;
        event.stopPropagation();
        close();
        details.current.querySelector('summary')?.focus();
      }}
    >
      <summary className={styles.button}>
        {icon !== undefined && <Icon name={icon} />}
        <span className={quietLabel ? 'visually-hidden' : styles.label}>{label}</span>
        <Icon name="down" />
      </summary>
      <div className={`${styles.panel} ${align === 'end' ? styles.end : ''}`}>
        {isOpen && children(close)}
      </div>
    </details>
  );
}

/** A list of buttons and links within a menu. */
export function MenuList({ children }: { children: ReactNode }) {
  return (
    <ul role="list" className={styles.list}>
      {children}
    </ul>
  );
}
