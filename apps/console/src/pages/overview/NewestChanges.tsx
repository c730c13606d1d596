import { useAnswer } from '../../api/queries.js';
import { NameOf } from '../../components/NameOf.js';
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
        data.map(({ id, type, subject, occurred_at }) => (
          <li key={id}>
            <RowLink to="/events/$id" params={{ id }}>
              {shortType(type)}
            </RowLink>{' '}
            <NameOf id={subject.id} />
            <p className="note">
              <Time at={occurred_at} />
            </p>
          </li>
        ))
      }
    />
  );
}
