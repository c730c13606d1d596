import type { Pool } from 'pg';
import type { PublishedEvent } from '../../publishing/published-event.js';

/** Most characters of bodies in the cache. */
const CAPACITY = 32 * 1024 * 1024;

type EventKey = Pick<PublishedEvent, 'event_id' | 'day'>;

/** The bodies of published events: the last used ones from memory, the others from the database. */
export class CachedBodies {
  private readonly bodies = new Map<string, string>();
  private size = 0;

  constructor(
    private readonly pool: Pool,
    private readonly capacity = CAPACITY,
  ) {}

  private add({ event_id, body }: Pick<PublishedEvent, 'event_id' | 'body'>): void {
    if (this.bodies.has(event_id)) return;
    this.bodies.set(event_id, body);
    this.size += body.length;
    for (const [oldest, text] of this.bodies) {
      if (this.size <= this.capacity) return;
      this.bodies.delete(oldest);
      this.size -= text.length;
    }
  }

  /** The bodies of events by id, without those of dropped events. */
  async of(events: readonly EventKey[]): Promise<Map<string, string>> {
    const found = new Map<string, string>();
    const missing = new Map<string, string>();
    for (const { event_id, day } of events) {
      const body = this.bodies.get(event_id);
      if (body === undefined) missing.set(event_id, day);
      else found.set(event_id, body);
    }
    if (missing.size > 0) {
      for (const event of await this.read(missing)) {
        this.add(event);
        found.set(event.event_id, event.body);
      }
    }
    return found;
  }

  private async read(days: ReadonlyMap<string, string>): Promise<{ event_id: string; body: string }[]> {
    const { rows } = await this.pool.query<{ event_id: string; body: string }>({
      name: 'read-bodies',
      text: `SELECT wanted.event_id, event.body
        FROM unnest($1::date[], $2::text[]) AS wanted (day, event_id)
        CROSS JOIN LATERAL (
          SELECT body FROM webhook_dispatcher.published_events
          WHERE day = wanted.day AND event_id = wanted.event_id
        ) AS event`,
      values: [[...days.values()], [...days.keys()]],
    });
    return rows;
  }
}
