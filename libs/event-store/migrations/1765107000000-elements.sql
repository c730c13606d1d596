-- phase: expand
-- What a log of elements has beside it.

-- The log's origin, which elements carry: a later setting must not change it.
CREATE TABLE {schema}.log_origin (
  singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  origin text NOT NULL
);

-- When each subject that will expire does.
CREATE TABLE {schema}.due (
  subject_id text PRIMARY KEY,
  due_at timestamptz NOT NULL
);

CREATE INDEX due_by_time ON {schema}.due (due_at);
