import type { Schemas } from '../../api/client.js';
import { SubjectOf } from '../../components/NameOf.js';
import { RowLink } from '../../components/RowLink.js';
import { Badge, State } from '../../components/State.js';
import { ServerText } from '../../components/ServerText.js';
import type { Column } from '../../components/Table.js';
import { Time } from '../../components/Time.js';
import { shortType } from '../../format/event-type.js';

type Event = Schemas['Event'];

/** What a list shows of an event. */
export const EVENT_COLUMNS: readonly Column<Event>[] = [
  { title: 'Time', nowrap: true, cell: ({ occurred_at }) => <Time at={occurred_at} exact /> },
  {
    title: 'Event',
    cell: ({ id, type }) => (
      <RowLink to="/events/$id" params={{ id }}>
        <code>{shortType(type)}</code>
      </RowLink>
    ),
  },
  { title: 'Subject', cell: (event) => <SubjectOf event={event} /> },
  { title: 'Version', align: 'end', cell: ({ subject }) => subject.version },
  { title: 'State', nowrap: true, cell: ({ state }) => <State state={state} /> },
  {
    title: 'Reason',
    cell: ({ reason, test }) => (
      <>
        {test === true && <Badge>test</Badge>}{' '}
        {reason === undefined ? '—' : <ServerText text={reason} length={80} />}
      </>
    ),
  },
];
