import type { ReactNode } from 'react';
import { Page } from '../components/Page.js';
import styles from './SignedOutPage.module.css';
import { EnvironmentBadge } from './EnvironmentBadge.js';

/** The frame of the pages before the sign-in. */
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

/** “or” between two alternatives. */
export function Or() {
  return <p className={styles.or}>or</p>;
}
