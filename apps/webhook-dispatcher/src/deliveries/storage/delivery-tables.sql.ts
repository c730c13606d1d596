import { attemptDays } from './attempt-days.js';

/** What is emptied as fast as it is filled is vacuumed as soon as it is worth it, and without pauses. */
const BUSY =
  'autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_cost_delay = 0';

/**
 * What waits to be delivered, and what was tried. A lane is there as long as a subscription has entries of an
 * aggregate that wait; they are delivered in the order of `seq`. An entry goes with its last attempt, so that the
 * tables hold what waits and nothing else.
 */
export function deliveryTablesSql(): string[] {
  return [
    // Never the same twice: a lane that is gone and comes again must not know an old lease.
    'CREATE SEQUENCE webhook_dispatcher.lease_epochs',
    // A lease ends at `due`, so that whoever looks for due lanes sees none that are leased, and finds lost ones.
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
    // Only of endpoints that have failed: what succeeds has nothing to write down here.
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

/** What `deliveryTablesSql` made, in the order in which it can go. */
export const DELIVERY_TABLES = ['replays', 'endpoints', 'attempts', 'entries', 'lanes'] as const;
