import { Link } from '@tanstack/react-router';
import { JsonView } from '../../components/JsonView.js';
import { Section } from '../../components/Page.js';
import { State } from '../../components/State.js';
import { duration } from '../../format/numbers.js';
import styles from './Reference.module.css';
import type { Tried } from './try-call.js';

/** The answer to a call. */
export function Answer({ tried: { status, text, took, requestId, limit } }: { tried: Tried }) {
  const code = codeOf(text);
  return (
    <Section title="Answer">
      <p className={styles.needs} role="status">
        <State state={String(status)} tone={status < 400 ? 'good' : status < 500 ? 'warn' : 'bad'} />
        <span>{duration(took)}</span>
        {code !== null && (
          <a href={`/docs/errors#${code}`} target="_blank" rel="noopener noreferrer">
            <code>{code}</code>
          </a>
        )}
        {requestId !== null && (
          <Link to="/history/$id" params={{ id: requestId }} search={{}}>
            <code>{requestId}</code>
          </Link>
        )}
        {limit !== null && <span className={styles.quiet}>{limit}</span>}
      </p>
      {text !== '' && <JsonView raw={text} what="answer" />}
    </Section>
  );
}

function codeOf(text: string): string | null {
  try {
    return (JSON.parse(text) as { error?: { code?: string } }).error?.code ?? null;
  } catch {
    return null;
  }
}
