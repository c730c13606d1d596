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

/** What precedes and follows the event in a published body. */
const OPENING = '{"event":'.length;

/** The events of projects as their owner publishes them, for whoever asks instead of being told. */
@Injectable()
export class PublishedEvents {
  constructor(private readonly pool: Pool) {}

  /**
   * A page of a project's events, oldest first, as JSON: each the very text that is delivered. Its cursor leads on
   * also from the last page, to what comes after.
   * @throws ServiceError `request.invalid` for a cursor of another list, `event.cursor_expired` for one from which
   * events that followed are not kept any more.
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
    // Whatever is below the horizon was seen.
    const next: PositionKey = last === undefined ? [first.horizon, '0'] : [last.tx as string, last.pos];
    return `{"data":[${found.map(eventOf).join(',')}],"next_cursor":"${encodeCursor(next)}"}`;
  }

  /** One event, as JSON. @throws ServiceError `event.not_found` also for what is another project's. */
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
  return body.slice(OPENING, -1);
}
