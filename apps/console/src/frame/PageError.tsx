import { ApiError } from '../api/api-error.js';
import { Button } from '../components/Button.js';
import { ErrorPanel } from '../components/ErrorPanel.js';
import { Page } from '../components/Page.js';

/** The browsers' error messages for a script that could not be loaded. */
const LOST_SCRIPT = /dynamically imported module|importing a module script|module script failed/i;

/** Shown for a page that failed, for example because a new version renamed its scripts. */
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
          ? 'The page that you opened is out of date. Reload it to continue; nothing was changed.'
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
