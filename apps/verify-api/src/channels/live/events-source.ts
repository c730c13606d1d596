import { EVENT_TYPES, isEventType } from '@service/contracts';
import type { Pool } from 'pg';
import { newestPositions } from '../../events/newest-positions.js';
import { PUBLISHED_HORIZON } from '../../events/published-events.sql.js';
import type { LiveSource } from './live-source.js';
import { MOST_IDS, unknownChange, type Change } from './live-topics.js';

interface EventRow {
  project_id: string;
  tx: string;
  pos: string;
  event_id: string;
  type: string;
  subject_id: string;
}

/** The events of projects after a place in each, in the order of commits: one more than a change names. */
const NEW_EVENTS = `
  SELECT wanted.project_id, next.tx::text, next.pos::text, next.event_id, next.type, next.subject_id
  FROM ${PUBLISHED_HORIZON} AS snapshot
  CROSS JOIN unnest($1::text[], $2::text[], $3::bigint[]) AS wanted(project_id, tx, pos)
  CROSS JOIN LATERAL (
    SELECT e.tx, e.pos, e.event_id, e.type, e.subject_id FROM webhook_dispatcher_published.published_events AS e
    WHERE e.project_id = wanted.project_id AND (e.tx, e.pos) > (wanted.tx::xid8, wanted.pos)
      AND e.tx < snapshot.horizon
    ORDER BY e.tx, e.pos LIMIT ${MOST_IDS + 1}
  ) AS next
  ORDER BY next.tx, next.pos`;

/** Published events; events of credentials are also changes of the topic `credentials`. */
export class EventsSource implements LiveSource {
  readonly name = 'events';
  readonly topics = ['events', 'credentials'] as const;
  /** The position of the newest event of each project that was looked at, as `<tx> <pos>`. */
  private readonly places = new Map<string, string>();

  constructor(private readonly pool: Pool) {}

  async look(projectIds: readonly string[]): Promise<ReadonlyMap<string, readonly Change[]>> {
    for (const id of this.places.keys()) if (!projectIds.includes(id)) this.places.delete(id);
    const added = projectIds.filter((id) => !this.places.has(id));
    const changes = await this.newEvents([...this.places]);
    for (const [id, { place }] of changes) this.places.set(id, place);
    if (added.length > 0) {
      for (const [id, [tx, pos]] of await newestPositions(this.pool, added))
        this.places.set(id, `${tx} ${pos}`);
    }
    return new Map([...changes].map(([id, { changed }]) => [id, changed]));
  }

  placeOf(projectId: string): string | null {
    return this.places.get(projectId) ?? null;
  }

  async since(projectId: string, place: string): Promise<readonly Change[] | null> {
    if (!/^\d{1,19} \d{1,18}$/.test(place)) return null;
    return (await this.newEvents([[projectId, place]])).get(projectId)?.changed ?? [];
  }

  private async newEvents(
    places: readonly (readonly [projectId: string, place: string])[],
  ): Promise<ReadonlyMap<string, { place: string; changed: readonly Change[] }>> {
    if (places.length === 0) return new Map();
    const positions = places.map(([, place]) => place.split(' '));
    const { rows } = await this.pool.query<EventRow>({
      name: 'live.new_events',
      text: NEW_EVENTS,
      values: [places.map(([id]) => id), positions.map(([tx]) => tx), positions.map(([, pos]) => pos)],
    });
    const found = Map.groupBy(rows, ({ project_id }) => project_id);
    return new Map(
      [...found].map(([id, events]) => {
        const last = events.at(-1) as EventRow;
        return [id, { place: `${last.tx} ${last.pos}`, changed: changesOf(events) }];
      }),
    );
  }
}

function changesOf(events: readonly EventRow[]): readonly Change[] {
  // The limit of the query was reached: there may be more events, which the next look finds.
  if (events.length > MOST_IDS) return [unknownChange('events'), unknownChange('credentials')];
  const ids = events.map(({ event_id }) => event_id);
  const credentials = new Set(
    events
      .filter(({ type }) => isEventType(type) && EVENT_TYPES[type].domain === 'credential')
      .map(subjectOf),
  );
  const changes: Change[] = [{ topic: 'events', count: ids.length, ids }];
  if (credentials.size > 0) {
    changes.push({ topic: 'credentials', count: credentials.size, ids: [...credentials] });
  }
  return changes;
}

function subjectOf({ subject_id }: EventRow): string {
  return subject_id;
}
