-- phase: expand
-- What the log of projects, authorities, credentials, operators and keys has beside it.

REVOKE INSERT ON credential_authority.events FROM CURRENT_USER;

-- The log's origin, which elements carry: a later setting must not change it.
CREATE TABLE credential_authority.log_origin (
  singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  origin text NOT NULL
);

-- When each subject that will expire does.
CREATE TABLE credential_authority.due (
  subject_id text PRIMARY KEY,
  due_at timestamptz NOT NULL
);

CREATE INDEX due_by_time ON credential_authority.due (due_at);
