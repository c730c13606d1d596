import { Link } from '@tanstack/react-router';
import { Page } from '../components/Page.js';
import styles from './Shell.module.css';

/** What stands at an address that the Console does not have. */
export function LostPage() {
  return (
    <main className={styles.main}>
      <Page
        title="There is nothing here"
        lead="The address is not one of the Console: it may have been cut, or mistyped."
      >
        <p>
          <Link to="/">To the overview</Link>
        </p>
      </Page>
    </main>
  );
}
