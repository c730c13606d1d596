import { useEffect, type ReactNode } from 'react';
import { environment } from '../api/place.js';
import styles from './Page.module.css';

interface PageProps {
  title: string;
  /** Shown beside the title, such as an id or a state. */
  beside?: ReactNode;
  /** Its actions; one of them is `primary`. */
  actions?: ReactNode;
  /** One sentence. */
  lead?: ReactNode;
  children: ReactNode;
}

/** A page with its heading, its actions and the window's title, which begins with `PROD` in production. */
export function Page({ title, beside, actions, lead, children }: PageProps) {
  useEffect(() => {
    document.title = `${environment === 'production' ? 'PROD · ' : ''}${title} · Console`;
  }, [title]);
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <div className={styles.title}>
          <h1 tabIndex={-1}>{title}</h1>
          {beside}
        </div>
        {actions !== undefined && <div className={styles.actions}>{actions}</div>}
        {lead !== undefined && <p className={styles.lead}>{lead}</p>}
      </div>
      {children}
    </div>
  );
}

/** A part of a page with its heading. */
export function Section({ title, actions, children }: Pick<PageProps, 'title' | 'actions' | 'children'>) {
  return (
    <section className={styles.section}>
      <div className={styles.head}>
        <h2>{title}</h2>
        {actions !== undefined && <div className={styles.actions}>{actions}</div>}
      </div>
      {children}
    </section>
  );
}

/** A card. */
export function Panel({ children }: { children: ReactNode }) {
  return <div className={`card ${styles.panel}`}>{children}</div>;
}

/** A description list; null values are left out. */
export function Facts({ facts }: { facts: readonly (readonly [term: string, fact: ReactNode])[] }) {
  return (
    <dl className={`card ${styles.facts}`}>
      {facts
        .filter(([, fact]) => fact !== null && fact !== undefined)
        .map(([term, fact]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{fact}</dd>
          </div>
        ))}
    </dl>
  );
}
