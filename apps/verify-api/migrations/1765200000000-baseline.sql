-- phase: expand
-- What the scrub found, limits, and sign-in to the Console. The gateway itself creates its read
-- models.

-- What the scrub found; every answer is asked for by what it concerns.
CREATE TABLE verify_api.findings (
  subject_id text NOT NULL,
  kind text NOT NULL,
  difference text NOT NULL,
  concerns text NOT NULL,
  leaves int8range,
  found_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  seen_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (subject_id, difference)
);

CREATE INDEX findings_by_concern ON verify_api.findings (concerns);

-- The last whole pass of any scrub through each part of what it compares, what it found and cost, signed by the gateways' keys
-- for answers.
CREATE TABLE verify_api.scrub_rounds (
  part text PRIMARY KEY,
  began_at timestamptz NOT NULL,
  completed_at timestamptz NOT NULL,
  -- JSON: the names of the findings; null where there are too many.
  found text NOT NULL,
  -- Ends or leaves, and milliseconds of processor time.
  volume bigint NOT NULL,
  work_ms bigint NOT NULL,
  signature bytea NOT NULL
);

-- Buckets that replicas share; `full_at` is when a bucket is full again. Unlogged: a crash of the server empties the table
-- and thereby refills every bucket, which costs less than logging every change.
CREATE UNLOGGED TABLE verify_api.rate_buckets (
  key text COLLATE "C" PRIMARY KEY,
  full_at timestamptz NOT NULL,
  demand double precision NOT NULL,
  reported_at timestamptz NOT NULL
) WITH (fillfactor = 50);

-- The leased operations of each quota, by UTC day, counted from 1970.
CREATE TABLE verify_api.quota_days (
  day integer NOT NULL,
  key text COLLATE "C" NOT NULL,
  leased bigint NOT NULL DEFAULT 0,
  lacking_at timestamptz,
  PRIMARY KEY (day, key)
) WITH (fillfactor = 50);

-- When a secret was used last after a rotation had replaced it, by its key id.
CREATE TABLE verify_api.former_secret_uses (
  key_id text PRIMARY KEY,
  last_used_at timestamptz NOT NULL
);

-- Sign-in to the Console. What is personal or secret of operators lies here, where it can be erased; their events hold
-- ids, roles and thumbprints. A key counts only with its thumbprint in the events, and a session only with its MAC: a
-- row that somebody wrote into these tables proves nothing.

-- Names and address are null after erasure. Who has a name of their own has redeemed the invitation.
CREATE TABLE verify_api.operator_profiles (
  operator_id text PRIMARY KEY,
  name text,
  invited_name text,
  address text,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  updated_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

-- An address belongs to one operator: two who redeem invitations at once cannot both have it.
CREATE UNIQUE INDEX operator_profiles_by_address ON verify_api.operator_profiles (lower(address));

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

-- Which keys each running process has, by their ids, so that one with other keys is refused when it starts.
CREATE TABLE verify_api.key_holders (
  process text COLLATE "C" NOT NULL,
  setting text COLLATE "C" NOT NULL,
  ids text[] NOT NULL,
  seen_at timestamptz NOT NULL,
  PRIMARY KEY (process, setting)
);
