import { useAnswer } from '../../api/queries.js';
import { SubjectOf } from '../../components/NameOf.js';
import { RowLink } from '../../components/RowLink.js';
import { Time } from '../../components/Time.js';
import { shortType } from '../../format/event-type.js';
import { ListPanel } from './ListPanel.js';

/** The newest events of the project. */
export function NewestChanges() {
  const events = useAnswer(['events', 'newest'], (api) =>
    api.GET('/v1/events', { params: { query: { order: 'newest', limit: 6 } } }),
  );
  return (
    <ListPanel
      title="What changed"
      query={events}
      none="Nothing has changed yet."
      rows={({ data }) =>
        data.map((event) => (
          <li key={event.id}>
            <RowLink to="/events/$id" params={{ id: event.id }}>
              {shortType(event.type)}
            </RowLink>{' '}
            <SubjectOf event={event} />
            <p className="note">
              <Time at={event.occurred_at} />
            </p>
          </li>
        ))
      }
    />
  );
}
