import { useSyncExternalStore } from 'react';
import { Icon } from './Icon.js';
import styles from './Toasts.module.css';
import { dismiss, subscribe, toasts } from './toast-store.js';

/** The toasts of `say`, in a polite live region. Never an error, never a secret. */
export function Toasts() {
  const shown = useSyncExternalStore(subscribe, toasts);
  return (
    <div className={styles.toasts} role="status" aria-live="polite">
      {shown.map(({ id, text }) => (
        <div key={id} className={styles.toast}>
          <Icon name="check" />
          <span>{text}</span>
          <button type="button" onClick={() => dismiss(id)} aria-label="Dismiss">
            <Icon name="cross" />
          </button>
        </div>
      ))}
    </div>
  );
}
