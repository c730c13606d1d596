import { CopyButton } from './CopyButton.js';
import styles from './IdText.module.css';

/** An id with a button that copies it.
 *  @param what names it, such as `record id`.
 *  @param brief beside a name: its beginning alone */
export function IdText({ id, what, brief }: { id: string; what: string; brief?: boolean }) {
  return (
    <span className={styles.id} data-brief={brief}>
      <code>{id}</code>
      <CopyButton text={id} what={what} />
    </span>
  );
}
