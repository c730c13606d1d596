import { Injectable } from '@nestjs/common';
import {
  agreedNow,
  ServiceError,
  UnavailableError,
  firstIdAt,
  timeOfId,
  typesOfCategory,
} from '@service/contracts';
import { PublishedEventAuthentication, type StoredPublishedEvent } from '@service/messaging';
import { DAY, dayOf } from '@service/platform/days';
import { Pool } from 'pg';
import { ProjectSlots, READS_OF_PROJECT } from '../admission/project-slots.js';
import { Cursors, type ListCursors, type PositionKey } from '../interface/inputs/cursors.js';
import { foreignCursor } from '../interface/inputs/pagination.js';
import type { Call } from '../interface/call.js';
import type { AskingCaller } from '../views/asking-caller.js';
import { LATEST, type EventOrder, type EventQuery } from './event.query.js';
import { EventWatch } from './event-watch.js';
import { READ_EVENT, pageSql, type EventsBy } from './published-events.sql.js';

interface PageRow extends StoredPublishedEvent {
  horizon: string;
  is_ahead: boolean;
  is_gone: boolean;
  /** Null where nothing follows. */
  tx: string | null;
  pos: string;
}

/** The place of an event in the list, and its body. */
interface ShownEvent {
  place: PositionKey;
  body: string;
}

/** Events, and the place where the next page goes on. */
interface EventsPage {
  shown: readonly ShownEvent[];
  next: PositionKey;
}

const BEGINNING: PositionKey = ['0', '0'];

/** Start of each order: before the first position, or after every possible one. */
const ENDS: Readonly<Record<EventOrder, PositionKey>> = {
  oldest: BEGINNING,
  newest: ['999999999999999999', '0'],
};

/** Milliseconds before a caller is woken again if no new event matched its filter. */
const REST = 1_000;

/** Length of the text before the event in a published body. */
const BODY_PREFIX_LENGTH = '{"event":'.length;

/** The published events of projects, for callers that poll. */
@Injectable()
export class PublishedEvents {
  private readonly reads = new ProjectSlots(READS_OF_PROJECT);

  constructor(
    private readonly pool: Pool,
    private readonly authentication: PublishedEventAuthentication,
    private readonly cursors: Cursors,
    private readonly watch: EventWatch,
  ) {}

  /**
   * A page of a project's events, as JSON. Each event is the same text that is delivered. The last page has a cursor too,
   * which leads to the events that follow later. No cursor passes a forged event: a page ends before it. Where nothing
   * follows, the answer waits as the caller prefers, if not too many wait.
   * @throws ServiceError `request.invalid` for a cursor of another list, `event.cursor_expired` where events after the
   *   cursor have been dropped, `service.unavailable` where the next event is forged; during a wait, the reason for which
   *   the caller is no longer admitted.
   */
  async list(call: Call, query: EventQuery): Promise<string> {
    const cursors = this.cursors.of('events.list', call.projectId, query);
    // Only a caller that waits takes a place. An invalid preference is refused even where there is no place.
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
      return `{"data":[${shown.map(({ body }) => eventOf(body)).join(',')}],"next_cursor":"${cursors.afterPosition(next)}"}`;
    } finally {
      place?.leave();
    }
  }

  private firstPage(call: Call, query: EventQuery, cursors: ListCursors): Promise<EventsPage> {
    // Reads no events, only the place after the newest visible one.
    if (query.cursor === LATEST && query.order !== 'newest') return this.pageAfter(call, query, null, 0);
    return this.pageAfter(call, query, cursors.position(query.cursor));
  }

  private async pageAfter(
    { projectId, authorities, requestContext }: Call,
    query: EventQuery,
    after: PositionKey | null,
    limit = query.limit,
  ): Promise<EventsPage> {
    const { subject_id: subject = null, category, from: since, to: until, order = 'oldest' } = query;
    const types = category === undefined ? null : typesOfCategory(category);
    const by = orderOf(subject, types, authorities);
    const form = { order, since: since !== undefined, until: until !== undefined };
    const asked = {
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
    };
    const { rows } = await this.reads.run(requestContext, () => this.pool.query<PageRow>(asked));
    const [any] = rows;
    if (any === undefined) throw new UnavailableError({ cause: 'events_floor_missing' });
    if (after !== null && any.is_ahead) throw foreignCursor();
    if (order === 'oldest' && after !== null && any.is_gone) throw new ServiceError('event.cursor_expired');
    const found = rows.filter(({ tx }) => tx !== null);
    const shown = this.beforeForged(found);
    const end = shown.at(-1)?.place;
    // Nothing is ever added at the old end of the list.
    if (order === 'newest') return { shown, next: end ?? after ?? BEGINNING };
    const isLast = shown.length === found.length && shown.length < limit;
    if (end !== undefined && !isLast) return { shown, next: end };
    // All events below the horizon were returned; it can be lower than an earlier horizon, which the cursor may have.
    const isBehind = after !== null && BigInt(any.horizon) < BigInt(after[0]);
    return { shown, next: isBehind ? after : [any.horizon, '0'] };
  }

  /**
   * One event, as JSON.
   * @throws ServiceError `event.not_found`, also for an event of another project, `service.unavailable` where it is
   *   forged.
   */
  async read({ projectId, authorities }: AskingCaller, id: string): Promise<string> {
    const madeAt = timeOfId(id, 'event');
    if (madeAt === null || madeAt > agreedNow() + DAY) throw new ServiceError('event.not_found');
    const { rows } = await this.pool.query<StoredPublishedEvent>({
      name: 'published_event',
      text: READ_EVENT,
      values: [dayOf(madeAt), id, projectId, authorities],
    });
    const [row] = rows;
    if (row === undefined) throw new ServiceError('event.not_found');
    const body = this.authentication.check(row);
    if (body === null) throw forged(row);
    return eventOf(body);
  }

  private beforeForged(rows: readonly PageRow[]): readonly ShownEvent[] {
    const shown: ShownEvent[] = [];
    for (const row of rows) {
      const body = this.authentication.check(row);
      if (body === null && shown.length === 0) throw forged(row);
      if (body === null) break;
      shown.push({ place: [row.tx as string, row.pos], body });
    }
    return shown;
  }
}

/** The parameters for a bound of time; none without a bound. */
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

function forged({ event_id }: StoredPublishedEvent): UnavailableError {
  return new UnavailableError({ cause: 'published_event_forged', id: event_id });
}

function eventOf(body: string): string {
  return body.slice(BODY_PREFIX_LENGTH, -1);
}
