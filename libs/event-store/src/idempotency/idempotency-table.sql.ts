import { appendFunctionSql } from '../log/append.sql.js';

/** Table of commands' results by idempotency key, as release 0.1.0 named it; `idempotencyTableSql` renames it. */
export function outcomesTableSql(schema: string): string[] {
  return [
    `CREATE TABLE ${schema}.outcomes (
      key text PRIMARY KEY,
      command_id text NOT NULL,
      body_digest text,
      reply json,
      refusal json,
      kept_until timestamptz NOT NULL,
      CHECK (num_nonnulls(reply, refusal) = 1)
    )`,
    `CREATE INDEX outcomes_by_end ON ${schema}.outcomes (kept_until)`,
  ];
}

/** Renames the table of `outcomesTableSql` to `idempotency_keys`, and replaces `append`, which writes it. */
export function idempotencyTableSql(schema: string): string[] {
  return [
    `ALTER TABLE ${schema}.outcomes RENAME TO idempotency_keys`,
    `ALTER TABLE ${schema}.idempotency_keys RENAME kept_until TO expires_at`,
    `ALTER INDEX ${schema}.outcomes_by_end RENAME TO idempotency_keys_by_expiry`,
    renameConstraints(schema),
    `DROP FUNCTION ${schema}.append(json, json, json, json)`,
    appendFunctionSql(schema),
  ];
}

// In a loop, because NOT NULL constraints have names only from PostgreSQL 18 on.
const renameConstraints = (schema: string) => `
DO $$
DECLARE
  name text;
BEGIN
  FOR name IN SELECT conname FROM pg_constraint WHERE conrelid = '${schema}.idempotency_keys'::regclass LOOP
    EXECUTE format('ALTER TABLE ${schema}.idempotency_keys RENAME CONSTRAINT %I TO %I', name,
      replace(replace(name, 'outcomes', 'idempotency_keys'), 'kept_until', 'expires_at'));
  END LOOP;
END $$`;
