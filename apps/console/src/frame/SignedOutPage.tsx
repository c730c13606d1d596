import type { ReactNode } from 'react';
import { Page } from '../components/Page.js';
import styles from './SignedOutPage.module.css';
import { EnvironmentBadge } from './EnvironmentBadge.js';

/** What is around the pages before the sign-in: which environment this is, and one thing to do. */
export function SignedOutPage({
  title,
  lead,
  children,
}: {
  title: string;
  lead?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className={styles.page}>
      <header>
        <EnvironmentBadge />
      </header>
      <main className={styles.card}>
        <Page title={title} lead={lead}>
          {children}
        </Page>
      </main>
      <footer className={styles.foot}>
        <a href="/docs">Documentation</a>
      </footer>
    </div>
  );
}

/** Between two ways to do the same. */
export function Or() {
  return <p className={styles.or}>or</p>;
}
