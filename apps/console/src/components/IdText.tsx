import { CopyButton } from './CopyButton.js';
import styles from './IdText.module.css';

/** An id with a button that copies it.
 *  @param what names it, such as `record id`. */
export function IdText({ id, what }: { id: string; what: string }) {
  return (
    <span className={styles.id}>
      <code>{id}</code>
      <CopyButton text={id} what={what} />
    </span>
  );
}
