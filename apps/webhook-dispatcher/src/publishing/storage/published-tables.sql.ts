import { publishedDays } from './published-days.js';

/**
 * The published events, and the position up to which events were dropped. The gateway reads these tables, which makes
 * them a contract. Like a log they are read in the order (tx, pos), below the oldest running transaction.
 */
export function publishedTablesSql(): string[] {
  return [
    'CREATE SEQUENCE webhook_dispatcher.published_positions',
    `CREATE TABLE webhook_dispatcher.published_events (
      tx xid8 NOT NULL DEFAULT pg_current_xact_id(),
      pos bigint NOT NULL DEFAULT nextval('webhook_dispatcher.published_positions'),
      day date NOT NULL,
      event_id text NOT NULL,
      project_id text NOT NULL,
      type text NOT NULL,
      subject_id text NOT NULL,
      subject_version integer NOT NULL,
      authority_id text,
      subscription_id text,
      body text NOT NULL,
      PRIMARY KEY (day, event_id)
    ) PARTITION BY RANGE (day)`,
    'CREATE INDEX ON webhook_dispatcher.published_events (project_id, tx, pos)',
    'CREATE INDEX ON webhook_dispatcher.published_events (project_id, type, tx, pos)',
    'CREATE INDEX ON webhook_dispatcher.published_events (project_id, subject_id, tx, pos)',
    'CREATE INDEX ON webhook_dispatcher.published_events (authority_id, tx, pos)',
    `CREATE TABLE webhook_dispatcher.published_floor (
      singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
      tx xid8 NOT NULL,
      pos bigint NOT NULL
    )`,
    "INSERT INTO webhook_dispatcher.published_floor (tx, pos) VALUES ('0', 0)",
    ...publishedDays.functionsSql(),
  ];
}
