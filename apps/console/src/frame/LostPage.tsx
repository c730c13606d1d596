import { Link } from '@tanstack/react-router';
import { Page } from '../components/Page.js';

/** The “not found” page. */
export function LostPage() {
  return (
    <Page
      title="Page not found"
      lead="The Console has no page at this address. It may be incomplete or mistyped."
    >
      <p>
        <Link to="/">To the overview</Link>
      </p>
    </Page>
  );
}
