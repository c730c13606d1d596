import { Link } from '@tanstack/react-router';
import { useList } from '../../api/queries.js';
import { useMay } from '../../api/session.js';
import { EmptyState, NotForRole } from '../../components/EmptyState.js';
import { ListTable } from '../../components/Table.js';
import { columns } from './history-columns.js';
import type { Line } from './interaction-line.js';

/** All columns but the subject. */
const COLUMNS = columns.filter(({ title }) => title !== 'Subject');

/** The requests about a subject, newest first. */
export function SubjectInteractions({ id }: { id: string }) {
  const may = useMay('audit');
  const interactions = useList<Line>(
    ['interactions', 'about', id],
    (api, cursor) =>
      api.GET('/v1/interactions', {
        params: { query: { subject: id, reads: false, limit: 50, ...cursor } },
      }),
    { enabled: may },
  );
  if (!may) return <NotForRole what="Requests" needs="audit" />;
  return (
    <>
      <p>
        Reads, verifications and deliveries are hidden.{' '}
        <Link to="/history" search={{ subject: id, reads: 'shown' }}>
          Show all activity
        </Link>
      </p>
      <ListTable
        label="Requests about it"
        list={interactions}
        columns={COLUMNS}
        keyOf={({ request_id }) => request_id}
        empty={
          <EmptyState title="No request named it" call={{ path: '/v1/interactions', query: { subject: id } }}>
            <p>A request is shown here moments after its answer.</p>
          </EmptyState>
        }
      />
    </>
  );
}
