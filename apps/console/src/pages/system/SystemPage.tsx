import { Page } from '../../components/Page.js';
import { LiveStatus } from '../../live/LiveStatus.js';
import { useLiveQueries } from '../../live/use-live.js';
import { LogPanel } from './LogPanel.js';
import { ViewsPanel } from './ViewsPanel.js';

/** How the service itself is: its log, and the views that answers are read from. */
export function SystemPage() {
  const state = useLiveQueries(['log'], ['status'], { atMostEvery: 5_000 });
  return (
    <Page
      title="System"
      lead="The head of the log, and how far the views that answers are read from are behind the records."
      beside={<LiveStatus state={state} />}
    >
      <LogPanel />
      <ViewsPanel />
    </Page>
  );
}
