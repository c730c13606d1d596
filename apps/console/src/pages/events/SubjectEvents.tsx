import { useMay } from '../../api/session.js';
import { EmptyState } from '../../components/EmptyState.js';
import { ListTable } from '../../components/Table.js';
import { whoMay } from '../../format/roles.js';
import { EVENT_COLUMNS } from './event-columns.js';
import { useEvents } from './use-events.js';

/** The events about one subject, newest first. */
export function SubjectEvents({ id }: { id: string }) {
  const may = useMay('subscribe');
  const events = useEvents({ subject_id: id }, may);
  if (!may) {
    return (
      <EmptyState title="Events are not for this role">Only {whoMay('subscribe')} may read them.</EmptyState>
    );
  }
  return (
    <ListTable
      label="Events"
      list={events}
      columns={EVENT_COLUMNS}
      keyOf={(each) => each.id}
      empty={<EmptyState title="No events" call={{ path: '/v1/events', query: { subject_id: id } }} />}
    />
  );
}
