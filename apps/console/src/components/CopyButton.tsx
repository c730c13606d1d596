import { useState } from 'react';
import styles from './CopyButton.module.css';
import { Icon } from './Icon.js';

/** Milliseconds for which it shows “Copied”. */
const SAID = 1_600;

/** Copies a text. @param what the text's name for screen readers, such as `record id`. */
export function CopyButton({ text, what, label }: { text: string; what: string; label?: string }) {
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle');
  const copy = async () => {
    const next = await navigator.clipboard.writeText(text).then(
      () => 'copied' as const,
      () => 'failed' as const,
    );
    setState(next);
    setTimeout(() => setState('idle'), SAID);
  };
  const said = { idle: '', copied: 'Copied', failed: 'The browser did not allow it' }[state];
  return (
    <button type="button" className={styles.copy} onClick={() => void copy()} title={`Copy ${what}`}>
      <Icon name={state === 'copied' ? 'check' : state === 'failed' ? 'cross' : 'copy'} />
      {label === undefined ? <span className="visually-hidden">Copy {what}</span> : <span>{label}</span>}
      <span className="visually-hidden" role="status">
        {said}
      </span>
    </button>
  );
}
