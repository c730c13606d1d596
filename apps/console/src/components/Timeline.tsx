import type { ReactNode } from 'react';
import type { Tone } from './State.js';
import styles from './Timeline.module.css';

/** A timeline. */
export function Timeline({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ol role="list" className={styles.timeline} aria-label={label}>
      {children}
    </ol>
  );
}

/** One entry. @param broken whether the link to the next one is invalid, drawn as a broken line. */
export function TimelineItem({
  tone = 'quiet',
  title,
  beside,
  broken = false,
  marked = false,
  children,
}: {
  tone?: Tone;
  title: ReactNode;
  beside?: ReactNode;
  broken?: boolean;
  marked?: boolean;
  children?: ReactNode;
}) {
  return (
    <li className={styles.item} data-tone={tone} data-broken={broken} data-marked={marked}>
      <div className={styles.head}>
        <h3>{title}</h3>
        {beside !== undefined && <span className={styles.beside}>{beside}</span>}
      </div>
      {children}
    </li>
  );
}
