import { ApiError } from '../api/api-error.js';
import { Button } from '../components/Button.js';
import { ErrorPanel } from '../components/ErrorPanel.js';
import { Page } from '../components/Page.js';

/** Names of the browsers for a script that did not come. */
const LOST_SCRIPT = /dynamically imported module|importing a module script|module script failed/i;

/** What stands where a page failed: after a new version of the service, its scripts have other names. */
export function PageError({ error }: { error: unknown }) {
  if (error instanceof ApiError) {
    return (
      <Page title="This page cannot be shown">
        <ErrorPanel error={error} onRetry={() => location.reload()} />
      </Page>
    );
  }
  const isOld = error instanceof Error && LOST_SCRIPT.test(error.message);
  return (
    <Page
      title={isOld ? 'The Console has a new version' : 'This page failed'}
      lead={
        isOld
          ? 'A part of the page that you opened is not there any more. Load it again to go on; nothing was changed.'
          : `${String(error)}. That is a fault of the Console: nothing was changed.`
      }
    >
      <div>
        <Button look="primary" icon="refresh" onClick={() => location.reload()}>
          Load it again
        </Button>
      </div>
    </Page>
  );
}
