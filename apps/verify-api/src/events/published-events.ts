import { Injectable } from '@nestjs/common';
import { ServiceError, UnavailableError, timeOfId, typesOfCategory } from '@service/contracts';
import { DAY, dayOf } from '@service/platform/days';
import { Pool } from 'pg';
import { decodePositionCursor, encodeCursor, foreignCursor, type PositionKey } from '../inputs/pagination.js';
import type { AskingCaller } from '../views/asking-caller.js';
import type { EventQuery } from './event.query.js';
import { READ_EVENT, pageSql, type EventsBy } from './published-events.sql.js';

interface PageRow {
  horizon: string;
  is_ahead: boolean;
  is_gone: boolean;
  /** Null where nothing follows. */
  tx: string | null;
  pos: string;
  body: string;
}

const BEGINNING: PositionKey = ['0', '0'];

/** Length of the text before the event in a published body. */
const BODY_PREFIX_LENGTH = '{"event":'.length;

/** The published events of projects, for callers that poll. */
@Injectable()
export class PublishedEvents {
  constructor(private readonly pool: Pool) {}

  /**
   * A page of a project's events, oldest first, as JSON. Each event is the same text that is delivered. The last page
   * has a cursor too, which leads to the events that follow later.
   * @throws ServiceError `request.invalid` for a cursor of another list, `event.cursor_expired` where events after the
   *   cursor have been dropped.
   */
  async list(caller: AskingCaller, query: EventQuery): Promise<string> {
    const { limit, cursor, subject_id: subject = null, category } = query;
    const after = decodePositionCursor(cursor);
    const types = category === undefined ? null : typesOfCategory(category);
    const { projectId, authorities } = caller;
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
    const last = found[limit - 1];
    // All events below the horizon were returned.
    const next: PositionKey = last === undefined ? [first.horizon, '0'] : [last.tx as string, last.pos];
    return `{"data":[${found.map(eventOf).join(',')}],"next_cursor":"${encodeCursor(next)}"}`;
  }

  /** One event, as JSON. @throws ServiceError `event.not_found`, also for an event of another project. */
  async read({ projectId, authorities }: AskingCaller, id: string, now = Date.now()): Promise<string> {
    const madeAt = timeOfId(id, 'event');
    if (madeAt === null || madeAt > now + DAY) throw new ServiceError('event.not_found');
    const { rows } = await this.pool.query<{ body: string }>({
      name: 'published_event',
      text: READ_EVENT,
      values: [dayOf(madeAt), id, projectId, authorities],
    });
    const [row] = rows;
    if (row === undefined) throw new ServiceError('event.not_found');
    return eventOf(row);
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

function eventOf({ body }: Pick<PageRow, 'body'>): string {
  return body.slice(BODY_PREFIX_LENGTH, -1);
}
