import { Injectable } from '@nestjs/common';
import { ServiceError, UnavailableError, timeOfId, typesOfCategory } from '@service/contracts';
import { PublishedEventAuthentication, type CodedPublishedEvent } from '@service/messaging';
import { DAY, dayOf } from '@service/platform/days';
import { Pool } from 'pg';
import { Cursors, type PositionKey } from '../inputs/cursors.js';
import { foreignCursor } from '../inputs/pagination.js';
import type { AskingCaller } from '../views/asking-caller.js';
import type { EventQuery } from './event.query.js';
import { READ_EVENT, pageSql, type EventsBy } from './published-events.sql.js';

type StoredEvent = CodedPublishedEvent & { mac: string | null };

interface PageRow extends StoredEvent {
  horizon: string;
  is_ahead: boolean;
  is_gone: boolean;
  /** Null where nothing follows. */
  tx: string | null;
  pos: string;
}

const BEGINNING: PositionKey = ['0', '0'];

/** Length of the text before the event in a published body. */
const BODY_PREFIX_LENGTH = '{"event":'.length;

/** The published events of projects, for callers that poll. */
@Injectable()
export class PublishedEvents {
  constructor(
    private readonly pool: Pool,
    private readonly authentication: PublishedEventAuthentication,
    private readonly cursors: Cursors,
  ) {}

  /**
   * A page of a project's events, oldest first, as JSON. Each event is the same text that is delivered. The last page
   * has a cursor too, which leads to the events that follow later. No cursor passes a forged event: a page ends before it.
   * @throws ServiceError `request.invalid` for a cursor of another list, `event.cursor_expired` where events after the
   *   cursor have been dropped, `service.unavailable` where the next event is forged.
   */
  async list(caller: AskingCaller, query: EventQuery): Promise<string> {
    const { limit, cursor, subject_id: subject = null, category } = query;
    const types = category === undefined ? null : typesOfCategory(category);
    const { projectId, authorities } = caller;
    const cursors = this.cursors.of('event.list', projectId, query);
    const after = cursors.position(cursor);
    const by = orderOf(subject, types, authorities);
    const { rows } = await this.pool.query<PageRow>({
      name: `published_events.${by}`,
      text: pageSql(by),
      values: [projectId, ...(after ?? BEGINNING), limit, subject, types, authorities],
    });
    const [first] = rows;
    if (first === undefined) throw new UnavailableError({ cause: 'events_floor_missing' });
    if (after !== null && first.is_ahead) throw foreignCursor();
    if (after !== null && first.is_gone) throw new ServiceError('event.cursor_expired');
    const found = rows.filter(({ tx }) => tx !== null);
    const shown = this.beforeForged(found);
    const last = shown.length === found.length ? found[limit - 1] : shown.at(-1);
    // All events below the horizon were returned.
    const next: PositionKey = last === undefined ? [first.horizon, '0'] : [last.tx as string, last.pos];
    return `{"data":[${shown.map(eventOf).join(',')}],"next_cursor":"${cursors.afterPosition(next)}"}`;
  }

  /**
   * One event, as JSON.
   * @throws ServiceError `event.not_found`, also for an event of another project, `service.unavailable` where it is
   *   forged.
   */
  async read({ projectId, authorities }: AskingCaller, id: string, now = Date.now()): Promise<string> {
    const madeAt = timeOfId(id, 'event');
    if (madeAt === null || madeAt > now + DAY) throw new ServiceError('event.not_found');
    const { rows } = await this.pool.query<StoredEvent>({
      name: 'published_event',
      text: READ_EVENT,
      values: [dayOf(madeAt), id, projectId, authorities],
    });
    const [row] = rows;
    if (row === undefined) throw new ServiceError('event.not_found');
    if (!this.authentication.check(row)) throw forged(row);
    return eventOf(row);
  }

  private beforeForged(rows: readonly PageRow[]): readonly PageRow[] {
    const at = rows.findIndex((row) => !this.authentication.check(row));
    const [first] = rows;
    if (at === 0 && first !== undefined) throw forged(first);
    return at < 0 ? rows : rows.slice(0, at);
  }
}

function orderOf(
  subject: string | null,
  types: readonly string[] | null,
  authorities: readonly string[] | null,
): EventsBy {
  if (subject !== null) return 'subject';
  if (authorities !== null) return 'authority';
  return types === null ? 'project' : 'type';
}

function forged({ event_id }: StoredEvent): UnavailableError {
  return new UnavailableError({ cause: 'published_event_forged', id: event_id });
}

function eventOf({ body }: Pick<PageRow, 'body'>): string {
  return body.slice(BODY_PREFIX_LENGTH, -1);
}
