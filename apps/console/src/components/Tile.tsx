import type { ReactNode } from 'react';
import styles from './Tile.module.css';

interface TileProps {
  label: string;
  /** Undefined while it loads; null if unavailable. */
  value: string | null | undefined;
  tone?: 'good' | 'warn' | 'bad' | undefined;
  /** What stands below the figure. */
  children?: ReactNode;
}

/** One figure, of constant height. */
export function Tile({ label, value, tone, children }: TileProps) {
  return (
    <section className={`card ${styles.tile}`} data-tone={tone} aria-label={label}>
      <h2>{label}</h2>
      <p className={styles.figure}>
        {value === undefined ? <span className={styles.place} /> : (value ?? '—')}
      </p>
      {children !== undefined && <div className={styles.below}>{children}</div>}
    </section>
  );
}

/** Figures side by side. */
export function Tiles({ children }: { children: ReactNode }) {
  return <div className={styles.tiles}>{children}</div>;
}
