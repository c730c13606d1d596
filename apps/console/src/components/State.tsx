import type { ReactNode } from 'react';
import styles from './State.module.css';

/** Tone of a state, shown by colour and by shape. */
export type Tone = 'good' | 'former' | 'quiet' | 'open' | 'busy' | 'warn' | 'bad';

const TONES: Readonly<Record<string, Tone>> = {
  active: 'good',
  succeeded: 'good',
  pending: 'busy',
  rotating: 'busy',
  invited: 'busy',
  suspended: 'warn',
  failing: 'warn',
  revoked: 'bad',
  exhausted: 'bad',
  failed: 'bad',
  refused: 'bad',
};

/** Tone of a state by its name; what is over is quiet. */
function toneOf(state: string): Tone {
  return TONES[state] ?? 'quiet';
}

/** Tone of a state in a history: what was active then may be neither active nor good now. */
export function formerTone(state: string): Tone {
  return state === 'active' ? 'former' : toneOf(state);
}

/** A state of the API in words. */
export function wordOf(state: string): string {
  return state === 'exhausted' ? 'failed' : state.replaceAll('_', ' ');
}

/** A state as a word with a shape, of which each has one meaning: a dash is over, a ring is not checked. */
export function State({ state, tone, children }: { state: string; tone?: Tone; children?: ReactNode }) {
  const kind = tone ?? toneOf(state);
  return (
    <span className={`${styles.state} ${styles[kind]}`}>
      <Shape tone={kind} />
      {children ?? wordOf(state)}
    </span>
  );
}

/** A neutral label, such as a channel. */
export function Badge({ children }: { children: ReactNode }) {
  return <span className={styles.badge}>{children}</span>;
}

const SHAPES: Readonly<Record<Tone, ReactNode>> = {
  good: <circle cx="5" cy="5" r="4" />,
  former: <circle cx="5" cy="5" r="4" />,
  quiet: <path d="M1 4.1h8v1.8H1z" />,
  open: <circle cx="5" cy="5" r="3.25" fill="none" stroke="currentColor" strokeWidth="1.5" />,
  busy: (
    <>
      <circle cx="5" cy="5" r="3.25" fill="none" stroke="currentColor" strokeWidth="1.5" />
      <path d="M5 1.75a3.25 3.25 0 0 1 0 6.5z" />
    </>
  ),
  warn: <path d="M5 .8 9.6 9H.4z" />,
  bad: <path d="M1 1h8v8H1z" />,
};

function Shape({ tone }: { tone: Tone }) {
  return (
    <svg viewBox="0 0 10 10" aria-hidden="true" focusable="false">
      {SHAPES[tone]}
    </svg>
  );
}
