import { firstIdAt, timeOfId, type DeliveryState } from '@service/contracts';
import { dayOf } from '@service/platform/days';
import { MOMENT } from './moment.sql.js';

/** Members of an attempt, as it is answered, for `json_build_object`. */
export const ATTEMPT = `'number', number, 'trigger', CASE WHEN manual THEN 'manual' ELSE 'schedule' END, 'at', ${MOMENT('at')},
        'status', status, 'error', error, 'latency_ms', latency_ms, 'answer', answer`;

/**
 * Waiting and attempted deliveries, from the dispatcher's tables. Only the first delivery of a queue has a time for its
 * next attempt, and only if that time is still ahead.
 */
const DELIVERIES = `SELECT listed.subscription_id, listed.delivery_id AS id,
    coalesce(entry.event_id, made.event_id) AS event_id, coalesce(entry.type, made.type) AS event_type,
    ${MOMENT('coalesce(entry.planned_at, made.planned_at)')} AS created_at,
    made.attempts, made.last_outcome, blocking.delivery_id AS blocked_by,
    CASE WHEN entry.seq IS NULL THEN NULL WHEN blocking.delivery_id IS NOT NULL THEN 'earlier_delivery'
      WHEN next.at IS NULL THEN 'attempt' WHEN next.is_held THEN 'endpoint' ELSE 'schedule' END AS waiting,
    CASE WHEN blocking.delivery_id IS NULL THEN ${MOMENT('next.at')} END AS next_attempt_at
  FROM listed
  LEFT JOIN LATERAL (
    SELECT * FROM webhook_dispatcher_published.entries AS entry
    WHERE entry.subscription_id = listed.subscription_id AND entry.delivery_id = listed.delivery_id
  ) AS entry ON true
  CROSS JOIN LATERAL (
    SELECT min(event_id) AS event_id, min(type) AS type, min(planned_at) AS planned_at,
      (array_agg(outcome ORDER BY number DESC))[1] AS last_outcome,
      coalesce(json_agg(json_build_object(${ATTEMPT}) ORDER BY number), '[]') AS attempts
    FROM webhook_dispatcher_published.attempts AS attempt
    WHERE attempt.subscription_id = listed.subscription_id AND attempt.delivery_id = listed.delivery_id
  ) AS made
  LEFT JOIN LATERAL (
    SELECT first.delivery_id FROM webhook_dispatcher_published.entries AS first
    WHERE first.subscription_id = entry.subscription_id AND first.queue_key = entry.queue_key
      AND first.seq < entry.seq
    ORDER BY first.seq LIMIT 1
  ) AS blocking ON true
  LEFT JOIN LATERAL (
    SELECT greatest(queue.due, endpoint.held_until, endpoint.probe_at) AS at,
      coalesce(greatest(endpoint.held_until, endpoint.probe_at) > queue.due, false) AS is_held
    FROM webhook_dispatcher_published.queues AS queue
    LEFT JOIN webhook_dispatcher_published.endpoints AS endpoint ON endpoint.subscription_id = queue.subscription_id
    WHERE queue.subscription_id = entry.subscription_id AND queue.queue_key = entry.queue_key
      AND NOT queue.leased
      AND greatest(queue.due, endpoint.held_until, endpoint.probe_at) > statement_timestamp()
  ) AS next ON true
  ORDER BY listed.delivery_id DESC`;

/** The subscriptions of the first parameter. */
const WANTED = `(SELECT id COLLATE "C" AS subscription_id FROM unnest($1::text[]) AS named (id)) AS wanted`;

/** Filters for a list of deliveries; without any, all are listed. */
export interface DeliveryFilter {
  /** In any of these states. */
  state?: DeliveryState[];
  /** Whether any attempt has been made. */
  attempted?: boolean;
  event_type?: string;
  event_id?: string;
  /** Planned at or after this moment. */
  from?: string;
  /** Planned before this moment. */
  to?: string;
}

/** A place in the deliveries of some subscriptions, newest first. */
export interface DeliveryPlace {
  subscription_ids: readonly string[];
  /** The list continues before this delivery; null begins with the newest. */
  before: string | null;
  /** The oldest delivery to look at; null for all. */
  from: string | null;
  limit: number;
}

/**
 * Most milliseconds between the times of a delivery's id, from a dispatcher's clock, and of its row, from the
 * database's. Ids bound the part of the index that is read.
 */
const CLOCKS_APART = 600_000;

/**
 * The query for a page. Each combination of filters has its own statement, which reads the index that fits it: of each
 * subscription no more than a page, however many deliveries other subscriptions have.
 */
export function listDeliveries(
  { subscription_ids, before, from, limit }: DeliveryPlace,
  { state, attempted, event_type, event_id, from: since, to: until }: DeliveryFilter,
): { name: string; text: string; values: unknown[] } {
  const values: unknown[] = [subscription_ids, limit];
  const conditions = ['subscription_id = wanted.subscription_id'];
  let parts = '';
  const where = (part: string, condition: string, value: unknown) => {
    if (value === undefined || value === null) return;
    values.push(value);
    parts += part;
    conditions.push(`${condition} $${values.length}`);
  };
  where('b', 'delivery_id <', before);
  where('f', 'delivery_id >=', from);
  where('t', 'type =', event_type);
  where('s', 'planned_at >=', since);
  where('i', 'delivery_id >=', idAt(since, -CLOCKS_APART));
  where('u', 'planned_at <', until);
  where('j', 'delivery_id <', idAt(until, CLOCKS_APART));
  where('e', 'event_id =', event_id);
  const named = conditions.join(' AND ');
  const readsWaiting = tablesOf({ state, attempted }).includes('entries');
  // Finds an event's waiting deliveries by their queue, which has few.
  if (event_id !== undefined && readsWaiting) conditions.push(queueIs(values, event_id));
  const sources = sourcesOf(
    { state, attempted },
    {
      attempts: named,
      entries: conditions.join(' AND '),
      most: event_id === undefined ? 'ORDER BY delivery_id DESC LIMIT $2' : '',
    },
  );
  return {
    // At most 63 bytes: PostgreSQL truncates longer names, and could confuse two statements.
    name: `list_deliveries.${parts}.${state?.map((each) => each[0]).join('') ?? 'any'}.${attempted ?? 'any'}`,
    text: `WITH listed AS (
      SELECT wanted.subscription_id, known.delivery_id FROM ${WANTED}
      CROSS JOIN LATERAL (${sources.join(' UNION ')}) AS known
      ORDER BY known.delivery_id DESC LIMIT $2
    ) ${DELIVERIES}`,
    values,
  };
}

/** The condition that a row has an event's queue: that of its subject, or a test's own. Appends the event's day to the values, after its id. */
function queueIs(values: unknown[], eventId: string): string {
  values.push(dayOf(timeOfId(eventId, 'event') ?? 0));
  return `queue_key = (
    SELECT CASE WHEN subscription_id IS NULL THEN subject_id ELSE event_id END COLLATE "C"
    FROM webhook_dispatcher_published.published_events
    WHERE event_id = $${values.length - 1} AND day = $${values.length})`;
}

function idAt(moment: string | undefined, milliseconds: number): string | undefined {
  return moment === undefined
    ? undefined
    : firstIdAt('delivery', Math.max(0, Date.parse(moment) + milliseconds));
}

interface Sources {
  /** Conditions on the rows of each table. */
  attempts: string;
  entries: string;
  /** The order and limit of the rows; empty for an event, which has few. */
  most: string;
}

type Standing = { [Name in 'state' | 'attempted']?: DeliveryFilter[Name] | undefined };
type Table = 'entries' | 'attempts';

/** The tables in which deliveries can match a filter: those that wait have entries, and those that ended have attempts. */
function tablesOf({ state, attempted }: Standing): Table[] {
  const waits = state === undefined ? attempted !== true : state.includes('pending');
  const ends = attempted !== false && state?.every((each) => each === 'pending') !== true;
  return [...(waits ? ['entries' as const] : []), ...(ends ? ['attempts' as const] : [])];
}

function sourcesOf({ state, attempted }: Standing, { attempts, entries, most }: Sources): string[] {
  const which = {
    entries: attempted === undefined ? 'true' : `${attempted ? '' : 'NOT '}${HAS_ATTEMPT}`,
    attempts: state === undefined ? 'true' : `(${endedIn(state)})`,
  };
  const found = {
    entries: `(SELECT delivery_id FROM webhook_dispatcher_published.entries AS waits
      WHERE ${entries} AND ${which.entries} ${most})`,
    attempts: `(SELECT DISTINCT delivery_id FROM webhook_dispatcher_published.attempts AS made
      WHERE ${attempts} AND ${which.attempts} ${most})`,
  };
  return tablesOf({ state, attempted }).map((table) => found[table]);
}

/** The condition that an attempt of a waiting delivery has been made. */
const HAS_ATTEMPT = `EXISTS (
    SELECT FROM webhook_dispatcher_published.attempts AS made
    WHERE made.subscription_id = waits.subscription_id AND made.delivery_id = waits.delivery_id
  )`;

/** The condition that an attempt was the last of a delivery that no longer waits. */
const LAST = `NOT EXISTS (
    SELECT FROM webhook_dispatcher_published.attempts AS later
    WHERE later.subscription_id = made.subscription_id AND later.delivery_id = made.delivery_id
      AND later.number > made.number
  ) AND NOT EXISTS (
    SELECT FROM webhook_dispatcher_published.entries AS entry
    WHERE entry.subscription_id = made.subscription_id AND entry.delivery_id = made.delivery_id
  )`;

/**
 * The query for the delivery where a search for this number of attempts, or of waiting deliveries, of each subscription
 * ends; null where none has so many. Only the tables that a filter reads are counted.
 */
export function endOfSearch(
  { subscription_ids, before, limit }: Pick<DeliveryPlace, 'subscription_ids' | 'before' | 'limit'>,
  filter: DeliveryFilter,
): { name: string; text: string; values: unknown[] } {
  const tables = tablesOf(filter);
  return {
    name: `end_of_delivery_search.${tables.join('.')}`,
    text: `SELECT max(last.delivery_id) AS delivery_id FROM ${WANTED} CROSS JOIN LATERAL (
    ${tables
      .map(
        (table) => `(SELECT delivery_id FROM webhook_dispatcher_published.${table}
        WHERE subscription_id = wanted.subscription_id AND delivery_id < coalesce($2, 'dlv_~') AND delivery_id >= $4
        ORDER BY delivery_id DESC OFFSET $3::integer - 1 LIMIT 1)`,
      )
      .join(' UNION ALL ')}
  ) AS last`,
    values: [subscription_ids, before, limit, idAt(filter.from, -CLOCKS_APART) ?? ''],
  };
}

function endedIn(states: readonly DeliveryState[]): string {
  return states.flatMap((state) => (state === 'pending' ? [] : [ENDED[state]])).join(' OR ');
}

/** Conditions on the attempt that ended a delivery, by the delivery's state. */
const ENDED: Readonly<Record<Exclude<DeliveryState, 'pending'>, string>> = {
  succeeded: "outcome = 'acknowledged'",
  exhausted: `outcome = 'exhausted' AND ${LAST}`,
  cancelled: `outcome IN ('retry', 'gone') AND ${LAST}`,
};

/** Reads deliveries: parameters are their possible subscriptions, and their ids. */
export const READ_DELIVERIES = `WITH listed AS (
    ${['entries', 'attempts']
      .map(
        (table) => `SELECT subscription_id, delivery_id FROM webhook_dispatcher_published.${table}
        WHERE subscription_id = ANY ($1::text[]) AND delivery_id = ANY ($2::text[])`,
      )
      .join(' UNION ')}
  ) ${DELIVERIES}`;
