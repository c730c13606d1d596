/** The table of commands' results by idempotency key. */
export function idempotencyTableSql(schema: string): string[] {
  return [
    `CREATE TABLE ${schema}.idempotency_keys (
      key text PRIMARY KEY,
      command_id text NOT NULL,
      body_digest text,
      reply json,
      refusal json,
      expires_at timestamptz NOT NULL,
      mac text,
      CHECK (num_nonnulls(reply, refusal) = 1)
    )`,
    `CREATE INDEX idempotency_keys_by_expiry ON ${schema}.idempotency_keys (expires_at)`,
  ];
}
