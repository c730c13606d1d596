-- phase: expand
-- Sign-in to the Console. What is personal or secret of operators lies here, where it can be erased; their events hold
-- ids, roles and thumbprints. A key counts only with its thumbprint in the events, and a session only with its MAC: a
-- row that somebody wrote into these tables proves nothing.

-- Null after erasure.
CREATE TABLE verify_api.operator_profiles (
  operator_id text PRIMARY KEY,
  name text,
  address text,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  updated_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

CREATE INDEX operator_profiles_by_address ON verify_api.operator_profiles (lower(address));

CREATE TABLE verify_api.operator_keys (
  thumbprint text PRIMARY KEY,
  operator_id text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('passkey', 'password', 'oidc')),
  name text,
  passkey_id bytea,
  public_key bytea,
  counter bigint,
  transports text[],
  password_hash text,
  issuer text,
  subject text,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  last_used_at timestamptz
);

CREATE INDEX operator_keys_by_operator ON verify_api.operator_keys (operator_id);

CREATE INDEX operator_keys_by_passkey ON verify_api.operator_keys (passkey_id) WHERE kind = 'passkey';

CREATE INDEX operator_keys_by_subject ON verify_api.operator_keys (issuer, subject) WHERE kind = 'oidc';

-- Of the token, only the SHA-256 is stored.
CREATE TABLE verify_api.console_sessions (
  token_digest bytea PRIMARY KEY,
  session_id text NOT NULL UNIQUE,
  operator_id text NOT NULL,
  key_thumbprint text NOT NULL,
  method text NOT NULL CHECK (method IN ('passkey', 'password', 'oidc')),
  signed_in_at timestamptz NOT NULL,
  stepped_up_at timestamptz,
  expires_at timestamptz NOT NULL,
  last_used_at timestamptz NOT NULL,
  address text,
  user_agent text,
  mac bytea NOT NULL
);

CREATE INDEX console_sessions_by_operator ON verify_api.console_sessions (operator_id);

CREATE INDEX console_sessions_by_end ON verify_api.console_sessions (expires_at);

-- Challenges and proofs are authenticated texts that the browser holds. What serves once leaves its digest here until it
-- would have expired.
CREATE TABLE verify_api.console_spent (
  digest bytea PRIMARY KEY,
  expires_at timestamptz NOT NULL
);

CREATE INDEX console_spent_by_end ON verify_api.console_spent (expires_at);
