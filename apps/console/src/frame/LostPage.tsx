import { Link } from '@tanstack/react-router';
import { Page } from '../components/Page.js';
import styles from './Shell.module.css';

/** The “not found” page. */
export function LostPage() {
  return (
    <main className={styles.main}>
      <Page
        title="Page not found"
        lead="The Console has no page at this address. It may be incomplete or mistyped."
      >
        <p>
          <Link to="/">To the overview</Link>
        </p>
      </Page>
    </main>
  );
}
