import { shown } from '../format/hostile-text.js';
import styles from './CodeBlock.module.css';
import { CopyButton } from './CopyButton.js';

/** Preformatted text with a copy button. @param what accessible name, such as `command`. */
export function CodeBlock({ text, what }: { text: string; what: string }) {
  return (
    <div className={styles.block}>
      <pre tabIndex={0} role="region" aria-label={what}>
        {shown(text)}
      </pre>
      <div className={styles.copy}>
        <CopyButton text={text} what={what} />
      </div>
    </div>
  );
}
