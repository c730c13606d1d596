/**
 * Table of the outcomes of commands that have an idempotency key, in the schema of the app that owns them.
 * `append` writes it, in the transaction that makes the outcome true.
 */
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
