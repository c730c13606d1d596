import { horizonSql } from '@service/event-store';
import { PUBLISHED_EVENT_COLUMNS } from '@service/messaging';
import type { EventOrder } from './event.query.js';

/** The filter that decides which index a list reads, in the order of preference. */
export type EventsBy = 'subject' | 'authority' | 'type' | 'project';

/** The horizon of published events, for the FROM of a statement. */
export const PUBLISHED_HORIZON = horizonSql(['webhook_dispatcher.published_events']);

/**
 * A page of published events with their codes. The parameters are the project, the position to continue after (tx, pos),
 * the limit, and subject, types and authorities, each null for any. There is always at least one row, which has the
 * horizon. Pages end there: no event can be added below it, so a cursor never passes an event that was not returned.
 */
export function pageSql(by: EventsBy, { order, since, until }: PageForm): string {
  const bounds = [...(since ? SINCE : []), ...(until ? UNTIL(since ? 10 : 8) : [])].join(' ');
  return `SELECT snapshot.horizon::text, $2::xid8 > snapshot.ahead AS is_ahead,
      (floor.tx, floor.pos) > ($2::xid8, $3::bigint) AS is_gone, page.tx::text, page.pos::text,
      ${columns('page')}
    FROM ${PUBLISHED_HORIZON} AS snapshot
    CROSS JOIN webhook_dispatcher_published.published_floor AS floor
    LEFT JOIN LATERAL (${sourceOf(by, { bounds, ...DIRECTIONS[order] })}) AS page ON true
    ORDER BY page.tx ${DIRECTIONS[order].way}, page.pos ${DIRECTIONS[order].way}`;
}

/**
 * The parts of a page’s statement that vary. In a generic plan, a condition on a bound that is null would keep
 * PostgreSQL from skipping the partitions of other days.
 */
export interface PageForm {
  order: EventOrder;
  /** Whether two parameters follow: the first id of the time and its day. */
  since: boolean;
  /** Whether two parameters follow: the first id after the time and its day. */
  until: boolean;
}

interface Walk {
  bounds: string;
  /** How the next position compares with the one before. */
  after: '>' | '<';
  way: 'ASC' | 'DESC';
}

const DIRECTIONS: Readonly<Record<EventOrder, Omit<Walk, 'bounds'>>> = {
  oldest: { after: '>', way: 'ASC' },
  newest: { after: '<', way: 'DESC' },
};

const columns = (table: string) => PUBLISHED_EVENT_COLUMNS.replaceAll(/\w+/g, `${table}.$&`);

const SINCE = ['AND e.event_id >= $8 AND e.day >= $9'];
const UNTIL = (from: number) => [`AND e.event_id < $${from} AND e.day <= $${from + 1}`];

const select = (where: string, { bounds, after, way }: Walk) => `
  SELECT e.tx, e.pos, ${columns('e')} FROM webhook_dispatcher_published.published_events AS e
  WHERE e.project_id = $1 AND (e.tx, e.pos) ${after} ($2::xid8, $3::bigint) AND e.tx < snapshot.horizon
    AND e.subscription_id IS NULL AND ${where}
    AND ($5::text IS NULL OR e.subject_id = $5) AND ($6::text[] IS NULL OR e.type = ANY($6))
    AND ($7::text[] IS NULL OR e.authority_id = ANY($7)) ${bounds}
  ORDER BY e.tx ${way}, e.pos ${way} LIMIT $4`;

/** Reads each of several values in index order, and merges the results. */
const each = (parameter: string, where: string, walk: Walk) => `
  SELECT every.* FROM unnest(${parameter}::text[]) AS wanted(it) CROSS JOIN LATERAL (${select(where, walk)}) AS every
  ORDER BY every.tx ${walk.way}, every.pos ${walk.way} LIMIT $4`;

function sourceOf(by: EventsBy, walk: Walk): string {
  if (by === 'subject') return select('e.subject_id = $5', walk);
  if (by === 'authority') return each('$7', 'e.authority_id = wanted.it', walk);
  return by === 'type' ? each('$6', 'e.type = wanted.it', walk) : select('true', walk);
}

/** An event with its code. The parameters are its day, its id, the project, and the authorities, null for any. */
export const READ_EVENT = `
  SELECT ${PUBLISHED_EVENT_COLUMNS} FROM webhook_dispatcher_published.published_events
  WHERE day = $1 AND event_id = $2 AND project_id = $3 AND ($4::text[] IS NULL OR authority_id = ANY($4))`;
