import { leasesSql } from '@service/event-store';
import { historyDays } from './partitions.js';
import { subjectIndexSql } from './subject-index.sql.js';

/**
 * The interaction history, the usage counted from it, and its seals. One row holds the lines that one writer stored for
 * one project in one commit: a row for each line would cost the database more than the rest of an answer.
 */
export function historyTablesSql(): string[] {
  return [
    `CREATE TABLE verify_api.interactions (
      day date NOT NULL,
      project_id text NOT NULL,
      writer text NOT NULL,
      sequence bigint NOT NULL,
      line_count integer NOT NULL,
      first_at timestamptz NOT NULL,
      last_at timestamptz NOT NULL,
      first_request text NOT NULL,
      last_request text NOT NULL,
      links bytea NOT NULL,
      lines text NOT NULL,
      personal json NOT NULL,
      tally json NOT NULL,
      PRIMARY KEY (day, project_id, writer, sequence)
    ) PARTITION BY RANGE (day)`,
    // Within a lane, time and sequence have the same order; across lanes they do not, so readers merge lanes.
    'CREATE INDEX ON verify_api.interactions (project_id, writer, last_at)',
    // Text compresses to a sixth. lz4 costs almost nothing, but not every server was built with it.
    `DO $$ BEGIN
      ALTER TABLE verify_api.interactions ALTER COLUMN lines SET COMPRESSION lz4;
    EXCEPTION WHEN feature_not_supported OR invalid_parameter_value THEN NULL;
    END $$`,
    `CREATE TABLE verify_api.lanes (
      day date NOT NULL,
      project_id text NOT NULL,
      writer text NOT NULL,
      counted bigint NOT NULL DEFAULT 0,
      sealed bigint NOT NULL DEFAULT 0,
      closed boolean NOT NULL DEFAULT false,
      PRIMARY KEY (day, project_id, writer)
    )`,
    'CREATE INDEX ON verify_api.lanes (project_id, day)',
    'CREATE INDEX ON verify_api.lanes (day) WHERE NOT closed',
    `CREATE TABLE verify_api.usage (
      project_id text NOT NULL,
      hour timestamptz NOT NULL,
      operation text NOT NULL,
      outcome text NOT NULL,
      requests bigint NOT NULL,
      items bigint NOT NULL,
      PRIMARY KEY (project_id, hour, operation, outcome)
    )`,
    `CREATE TABLE verify_api.usage_details (
      project_id text NOT NULL,
      hour timestamptz NOT NULL,
      operation text NOT NULL,
      outcome text NOT NULL,
      credential_id text NOT NULL,
      error_code text NOT NULL,
      requests bigint NOT NULL,
      items bigint NOT NULL,
      PRIMARY KEY (project_id, hour, operation, outcome, credential_id, error_code)
    )`,
    'CREATE INDEX ON verify_api.usage_details (project_id, credential_id, hour)',
    // Written only by the transaction that counts usage. The gateway reads it through `LastUses`.
    `CREATE TABLE verify_api.credential_uses (
      credential_id text PRIMARY KEY,
      last_used_at timestamptz NOT NULL
    )`,
    `CREATE TABLE verify_api.history_seals (
      number integer PRIMARY KEY,
      text text NOT NULL,
      digest text NOT NULL
    )`,
    `CREATE TABLE verify_api.history_sealed_lanes (
      seal integer NOT NULL,
      day date NOT NULL,
      project_id text NOT NULL,
      writer text NOT NULL,
      count bigint NOT NULL,
      head bytea NOT NULL,
      PRIMARY KEY (day, project_id, writer, seal)
    )`,
    'CREATE INDEX ON verify_api.history_sealed_lanes (seal)',
    // Days that were dropped because their retention was over: other missing days were removed by intruders.
    `CREATE TABLE verify_api.history_dropped_days (
      day date PRIMARY KEY,
      dropped_at timestamptz NOT NULL DEFAULT clock_timestamp()
    )`,
    // Owned by the gateway: one lease decides which replica counts and seals the history, drops its days, and scrubs.
    leasesSql('verify_api'),
    ...historyDays.functionsSql(),
    ...subjectIndexSql(),
  ];
}
