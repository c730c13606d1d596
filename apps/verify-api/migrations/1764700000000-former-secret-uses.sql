-- phase: expand
-- When a secret was used last after a rotation had replaced it, by its key id.

CREATE TABLE verify_api.former_secret_uses (
  key_id text PRIMARY KEY,
  last_used_at timestamptz NOT NULL
);
