import { useState, type ReactNode } from 'react';
import { shown } from '../format/hostile-text.js';
import { CopyButton } from './CopyButton.js';
import styles from './JsonView.module.css';

/** Longer texts are not highlighted: a node for each token would be slow. */
const COLOURED = 60_000;
const TOKENS = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(?:true|false|null)\b|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/**
 * JSON, formatted or as received: digests are over the received bytes. It renders text nodes only, because the content
 * is untrusted. @param raw the received text.
 */
export function JsonView({ raw, what }: { raw: string; what: string }) {
  const [isRaw, setRaw] = useState(false);
  const formatted = formattedOf(raw);
  return (
    <div className={styles.view}>
      <div className={styles.tabs} role="group" aria-label={`How ${what} is shown`}>
        <button type="button" aria-pressed={!isRaw} onClick={() => setRaw(false)}>
          Formatted
        </button>
        <button type="button" aria-pressed={isRaw} onClick={() => setRaw(true)}>
          Raw bytes
        </button>
        <CopyButton text={isRaw ? raw : formatted} what={what} label="Copy" />
      </div>
      <pre tabIndex={0} role="region" aria-label={what} data-raw={isRaw}>
        {isRaw ? shown(raw) : coloured(shown(formatted))}
      </pre>
    </div>
  );
}

function formattedOf(raw: string): string {
  try {
    return JSON.stringify(JSON.parse(raw), null, 2);
  } catch {
    return raw;
  }
}

function coloured(text: string): ReactNode {
  if (text.length > COLOURED) return text;
  const parts: ReactNode[] = [];
  let end = 0;
  for (const match of text.matchAll(TOKENS)) {
    const [whole, string, colon] = match;
    parts.push(text.slice(end, match.index));
    const kind = string === undefined ? styles.value : colon === undefined ? styles.string : styles.name;
    parts.push(
      <span key={match.index} className={kind}>
        {whole}
      </span>,
    );
    end = match.index + whole.length;
  }
  return [...parts, text.slice(end)];
}
