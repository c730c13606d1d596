import {
  PUBLISHED_EVENT_COLUMNS,
  type PublishedEventAuthentication,
  type StoredPublishedEvent,
} from '@service/messaging';
import type { PoolClient } from 'pg';
import { differenceInPublished, type Difference } from './difference.js';
import type { Walk } from './walk.js';

type Row = StoredPublishedEvent & { day: string };

/** Finds the published events that the dispatcher did not render. */
export class PublishedEventsWalk implements Walk {
  private after: Pick<Row, 'day' | 'event_id'> = { day: '0001-01-01', event_id: '' };
  private last: Row | undefined;
  size = 0;

  constructor(
    private readonly authentication: Pick<PublishedEventAuthentication, 'bodyOf'>,
    private readonly pageSize: number,
  ) {}

  async look(client: PoolClient): Promise<Difference[]> {
    const { rows } = await client.query<Row>(
      `SELECT day::text AS day, ${PUBLISHED_EVENT_COLUMNS} FROM webhook_dispatcher_published.published_events AS e
       WHERE e.day >= $1 AND (e.day, event_id) > ($1, $2) ORDER BY e.day, event_id LIMIT $3`,
      [this.after.day, this.after.event_id, this.pageSize],
    );
    this.size = rows.length;
    this.last = rows.at(-1);
    return rows
      .filter((row) => this.authentication.bodyOf(row) === null)
      .map(({ event_id }) => differenceInPublished(`event ${event_id}: the service did not render it`));
  }

  advance(): boolean {
    if (this.last === undefined) return false;
    this.after = this.last;
    this.last = undefined;
    return true;
  }
}
