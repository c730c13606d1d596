import { attemptDays } from './attempt-days.js';

/** Rows of these tables are deleted soon after they are inserted, hence an eager vacuum without pauses. */
const BUSY =
  'autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_cost_delay = 0';

/**
 * Waiting deliveries, and the attempts that were made. `lanes`, which a later migration renames to `queues`, holds a row
 * for each subscription and aggregate with waiting entries; entries are delivered in the order of `seq`. The last
 * attempt of an entry deletes it.
 */
export function deliveryTablesSql(): string[] {
  return [
    // From a sequence: a row that is deleted and inserted again must not repeat the epoch of an old lease.
    'CREATE SEQUENCE webhook_dispatcher.lease_epochs',
    // A lease ends at `due`: a poll for due rows skips leased ones, and finds those whose holder crashed.
    `CREATE TABLE webhook_dispatcher.lanes (
      subscription_id text COLLATE "C" NOT NULL,
      aggregate_id text COLLATE "C" NOT NULL,
      due timestamptz NOT NULL,
      lease_epoch bigint NOT NULL DEFAULT 0,
      leased boolean NOT NULL DEFAULT false,
      PRIMARY KEY (subscription_id, aggregate_id)
    ) WITH (${BUSY})`,
    'CREATE INDEX ON webhook_dispatcher.lanes (subscription_id, due)',
    `CREATE TABLE webhook_dispatcher.entries (
      subscription_id text COLLATE "C" NOT NULL,
      aggregate_id text COLLATE "C" NOT NULL,
      seq bigint GENERATED ALWAYS AS IDENTITY,
      delivery_id text COLLATE "C" NOT NULL,
      event_id text NOT NULL,
      day date NOT NULL,
      type text NOT NULL,
      replayed boolean NOT NULL,
      attempts integer NOT NULL,
      first_attempt integer NOT NULL,
      planned_at timestamptz NOT NULL,
      PRIMARY KEY (subscription_id, aggregate_id, seq)
    ) WITH (${BUSY})`,
    'CREATE UNIQUE INDEX ON webhook_dispatcher.entries (subscription_id, delivery_id)',
    `CREATE TABLE webhook_dispatcher.attempts (
      day date NOT NULL,
      subscription_id text COLLATE "C" NOT NULL,
      delivery_id text COLLATE "C" NOT NULL,
      number integer NOT NULL,
      aggregate_id text NOT NULL,
      event_id text NOT NULL,
      event_day date NOT NULL,
      type text NOT NULL,
      replayed boolean NOT NULL,
      planned_at timestamptz NOT NULL,
      at timestamptz NOT NULL,
      status integer,
      error text,
      latency_ms integer NOT NULL,
      answer text,
      outcome text NOT NULL,
      PRIMARY KEY (subscription_id, delivery_id, number, day)
    ) PARTITION BY RANGE (day)`,
    `CREATE INDEX ON webhook_dispatcher.attempts (subscription_id, delivery_id) WHERE outcome = 'exhausted'`,
    `CREATE INDEX ON webhook_dispatcher.attempts (subscription_id, event_id) WHERE replayed`,
    // Only endpoints that have failed.
    `CREATE TABLE webhook_dispatcher.endpoints (
      subscription_id text COLLATE "C" PRIMARY KEY,
      failures integer NOT NULL,
      failing_since timestamptz,
      held_until timestamptz,
      probe_at timestamptz
    )`,
    `CREATE TABLE webhook_dispatcher.replays (
      request_id text PRIMARY KEY,
      subscription_id text NOT NULL,
      since timestamptz NOT NULL,
      until timestamptz NOT NULL,
      only_failed boolean NOT NULL,
      cursor text NOT NULL DEFAULT '',
      requested_at timestamptz NOT NULL DEFAULT clock_timestamp()
    )`,
    ...attemptDays.functionsSql(),
  ];
}

/** The tables of `deliveryTablesSql` in the order in which they can be dropped. */
export const DELIVERY_TABLES = ['replays', 'endpoints', 'attempts', 'entries', 'lanes'] as const;
