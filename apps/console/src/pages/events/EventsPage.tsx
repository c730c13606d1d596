import { useSearch } from '@tanstack/react-router';
import { EmptyState } from '../../components/EmptyState.js';
import { ExportMenu } from '../../components/ExportMenu.js';
import type { Filter } from '../../components/FilterBar.js';
import { ListPage } from '../../components/ListPage.js';
import { Button } from '../../components/Button.js';
import { EVENT_COLUMNS } from './event-columns.js';
import { useEvents } from './use-events.js';

const FILTERS: readonly Filter[] = [
  { name: 'subject_id', label: 'Subject', names: ['aut', 'crd', 'sub'], hint: 'An id, also of a record.' },
  { name: 'category', label: 'Category', events: 'categories' },
  { name: 'from', label: 'From', moment: true },
  { name: 'to', label: 'Before', moment: true },
];

/** The events of the project, newest first. */
export function EventsPage() {
  const { subject_id, category, from, to } = useSearch({ from: '/shell/events' });
  const events = useEvents({ subject_id, category, from, to });
  return (
    <ListPage
      title="Events"
      lead="What happened to records, authorities, credentials and subscriptions: the same texts that are delivered."
      one="event"
      filters={FILTERS}
      list={events}
      columns={EVENT_COLUMNS}
      actions={
        <>
          <ExportMenu name="events" list={events} />
          <Button icon="refresh" onClick={events.refresh}>
            Refresh
          </Button>
        </>
      }
      empty={
        <EmptyState title="Nothing has happened yet" call={{ path: '/v1/events' }}>
          Register a record, and its event is here. Programs poll the same list:
        </EmptyState>
      }
    />
  );
}
