import { Injectable } from '@nestjs/common';
import { ServiceError, UnavailableError, firstIdAt, timeOfId, typesOfCategory } from '@service/contracts';
import { PublishedEventAuthentication, type CodedPublishedEvent } from '@service/messaging';
import { DAY, dayOf } from '@service/platform/days';
import { Pool } from 'pg';
import { Cursors, type ListCursors, type PositionKey } from '../interface/inputs/cursors.js';
import { foreignCursor } from '../interface/inputs/pagination.js';
import type { Call } from '../interface/call.js';
import type { AskingCaller } from '../views/asking-caller.js';
import { LATEST, type EventOrder, type EventQuery } from './event.query.js';
import { EventWatch } from './event-watch.js';
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

/** Events, and the place where the next page goes on. */
interface EventsPage {
  shown: readonly PageRow[];
  next: PositionKey;
}

const BEGINNING: PositionKey = ['0', '0'];

/** Where each order begins: before the first position, or after any that can be. */
const ENDS: Readonly<Record<EventOrder, PositionKey>> = {
  oldest: BEGINNING,
  newest: ['999999999999999999', '0'],
};

/** Milliseconds that a caller rests whose filter no new event fits. */
const REST = 1_000;

/** Length of the text before the event in a published body. */
const BODY_PREFIX_LENGTH = '{"event":'.length;

/** The published events of projects, for callers that poll. */
@Injectable()
export class PublishedEvents {
  constructor(
    private readonly pool: Pool,
    private readonly authentication: PublishedEventAuthentication,
    private readonly cursors: Cursors,
    private readonly watch: EventWatch,
  ) {}

  /**
   * A page of a project's events, as JSON. Each event is the same text that is delivered. The last page
   * has a cursor too, which leads to the events that follow later. No cursor passes a forged event: a page ends before it.
   * Where nothing follows, the answer waits as the caller prefers, if not too many wait.
   * @throws ServiceError `request.invalid` for a cursor of another list, `event.cursor_expired` where events after the
   *   cursor have been dropped, `service.unavailable` where the next event is forged; while it waits, what the caller is
   *   no longer admitted for.
   */
  async list(call: Call, query: EventQuery): Promise<string> {
    const cursors = this.cursors.of('event.list', call.projectId, query);
    // Who does not wait leaves the places to those who do; an invalid wait is refused even when there is none.
    const wantsToWait = call.preferences.wantedWait() > 0 && query.order !== 'newest';
    const place = wantsToWait ? this.watch.take(call.projectId) : null;
    try {
      const until = performance.now() + (place === null ? 0 : call.preferences.wait() * 1_000);
      let page = await this.firstPage(call, query, cursors);
      let rest = 0;
      while (place !== null && page.shown.length === 0) {
        const waiter = {
          wait: until - performance.now(),
          rest,
          check: call.requestContext.requireStillAdmitted,
          onGone: call.onGone,
        };
        if (!(await place.untilAfter(page.next, waiter))) break;
        call.requestContext.requireStillAdmitted();
        page = await this.pageAfter(call, query, page.next);
        rest = REST;
      }
      const { shown, next } = page;
      return `{"data":[${shown.map(eventOf).join(',')}],"next_cursor":"${cursors.afterPosition(next)}"}`;
    } finally {
      place?.leave();
    }
  }

  private firstPage(caller: AskingCaller, query: EventQuery, cursors: ListCursors): Promise<EventsPage> {
    // Nothing is read, but the place where the events that are visible end.
    if (query.cursor === LATEST && query.order !== 'newest') return this.pageAfter(caller, query, null, 0);
    return this.pageAfter(caller, query, cursors.position(query.cursor));
  }

  private async pageAfter(
    { projectId, authorities }: AskingCaller,
    query: EventQuery,
    after: PositionKey | null,
    limit = query.limit,
  ): Promise<EventsPage> {
    const { subject_id: subject = null, category, since, until, order = 'oldest' } = query;
    const types = category === undefined ? null : typesOfCategory(category);
    const by = orderOf(subject, types, authorities);
    const form = { order, since: since !== undefined, until: until !== undefined };
    const { rows } = await this.pool.query<PageRow>({
      name: `published_events.${by}.${order}${form.since ? '.since' : ''}${form.until ? '.until' : ''}`,
      text: pageSql(by, form),
      values: [
        projectId,
        ...(after ?? ENDS[order]),
        limit,
        subject,
        types,
        authorities,
        ...idAndDay(since),
        ...idAndDay(until),
      ],
    });
    const [any] = rows;
    if (any === undefined) throw new UnavailableError({ cause: 'events_floor_missing' });
    if (after !== null && any.is_ahead) throw foreignCursor();
    if (order === 'oldest' && after !== null && any.is_gone) throw new ServiceError('event.cursor_expired');
    const found = rows.filter(({ tx }) => tx !== null);
    const shown = this.beforeForged(found);
    const end = shown.at(-1);
    const placeOf = (row: PageRow): PositionKey => [row.tx as string, row.pos];
    // Towards the past nothing is added where nothing follows.
    if (order === 'newest') return { shown, next: end === undefined ? (after ?? BEGINNING) : placeOf(end) };
    const last = shown.length === found.length ? found[limit - 1] : end;
    // All events below the horizon were returned.
    return { shown, next: last === undefined ? [any.horizon, '0'] : placeOf(last) };
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

/** The parameters of a bound in time; none without it. */
function idAndDay(moment: string | undefined): string[] {
  if (moment === undefined) return [];
  const time = Date.parse(moment);
  return [firstIdAt('event', Math.max(time, 0)), dayOf(time)];
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
