import { useMay } from '../../api/session.js';
import { EmptyState, NotForRole } from '../../components/EmptyState.js';
import { ListTable } from '../../components/Table.js';
import { EVENT_COLUMNS } from './event-columns.js';
import { useEvents } from './use-events.js';

/** The events about one subject, newest first. */
export function SubjectEvents({ id }: { id: string }) {
  const may = useMay('subscribe');
  const events = useEvents({ subject_id: id }, may);
  if (!may) return <NotForRole what="Events" needs="subscribe" />;
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
