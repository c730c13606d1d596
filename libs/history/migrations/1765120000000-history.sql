-- phase: expand
-- The history. One row holds the lines that one writer stored for one project in one commit: a row for each line would
-- cost the database more than the rest of an answer.
CREATE TABLE verify_api.interactions (
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
) PARTITION BY RANGE (day);

-- Within a lane, time and sequence have the same order; across lanes they do not, so readers merge lanes.
CREATE INDEX ON verify_api.interactions (project_id, writer, last_at);

-- Text compresses to a sixth. lz4 costs almost nothing, but not every server was built with it.
DO $$ BEGIN
  ALTER TABLE verify_api.interactions ALTER COLUMN lines SET COMPRESSION lz4;
EXCEPTION WHEN feature_not_supported OR invalid_parameter_value THEN NULL;
END $$;

CREATE TABLE verify_api.lanes (
  day date NOT NULL,
  project_id text NOT NULL,
  writer text NOT NULL,
  counted bigint NOT NULL DEFAULT 0,
  sealed bigint NOT NULL DEFAULT 0,
  closed boolean NOT NULL DEFAULT false,
  PRIMARY KEY (day, project_id, writer)
);

CREATE INDEX ON verify_api.lanes (project_id, day);

CREATE INDEX ON verify_api.lanes (day) WHERE NOT closed;

-- Totals, counted from the history.
CREATE TABLE verify_api.usage (
  project_id text NOT NULL,
  hour timestamptz NOT NULL,
  operation text NOT NULL,
  outcome text NOT NULL,
  requests bigint NOT NULL,
  items bigint NOT NULL,
  PRIMARY KEY (project_id, hour, operation, outcome)
);

-- By credential and error code, which the totals leave out; '' where there is none.
CREATE TABLE verify_api.usage_details (
  project_id text NOT NULL,
  hour timestamptz NOT NULL,
  operation text NOT NULL,
  outcome text NOT NULL,
  credential_id text NOT NULL,
  error_code text NOT NULL,
  requests bigint NOT NULL,
  items bigint NOT NULL,
  PRIMARY KEY (project_id, hour, operation, outcome, credential_id, error_code)
);

-- What one credential did is read by itself: a project may have thousands of them.
CREATE INDEX ON verify_api.usage_details (project_id, credential_id, hour);

-- Written only by the transaction that counts usage.
CREATE TABLE verify_api.credential_uses (
  credential_id text PRIMARY KEY,
  last_used_at timestamptz NOT NULL
);

CREATE TABLE verify_api.history_seals (
  number integer PRIMARY KEY,
  text text NOT NULL,
  digest text NOT NULL
);

CREATE TABLE verify_api.history_sealed_lanes (
  seal integer NOT NULL,
  day date NOT NULL,
  project_id text NOT NULL,
  writer text NOT NULL,
  count bigint NOT NULL,
  head bytea NOT NULL,
  PRIMARY KEY (day, project_id, writer, seal)
);

CREATE INDEX ON verify_api.history_sealed_lanes (seal);

-- Days that were dropped because their retention was over, and not removed by an intruder.
CREATE TABLE verify_api.history_dropped_days (
  day date PRIMARY KEY,
  dropped_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

-- How far the history was sent to the receiver of its copy: the seals up to `seal`, of the next one `lanes` lanes as a whole,
-- and of the lane after these the lines up to `line`.
CREATE TABLE verify_api.history_stream (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  seal integer NOT NULL,
  lanes integer NOT NULL DEFAULT 0,
  line bigint NOT NULL DEFAULT 0
);

-- Which replica counts, seals and sends the history, drops its days, and scrubs.
CREATE TABLE verify_api.leases (
  name text PRIMARY KEY,
  holder text NOT NULL,
  epoch bigint NOT NULL,
  expires_at timestamptz NOT NULL
);

-- What the index of an old day holds, by which the blocks are found that name a subject. It is made long after the day's
-- end: an index that grows with each line would cost every answer.
--
-- Hashes the JSON string of each subject in `subjects`: the strings themselves would make the index larger than the lines. A
-- search passes one as `subject`. These names cannot occur within another value, whose quotes are escaped. JSON functions
-- would fail on an escaped NUL, which an intruder may have written.
CREATE FUNCTION verify_api.subjects_of(_lines text) RETURNS integer[]
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE COST 100000 SET search_path = pg_catalog, pg_temp AS $$
  SELECT coalesce(array_agg(DISTINCT ('x' || left(md5(subject), 8))::bit(32)::integer), '{}') FROM (
    SELECT (regexp_matches(list[1], '"(?:[^"\\]|\\.)*"', 'g'))[1] AS subject
    FROM regexp_matches(_lines, '"subjects":\[((?:"(?:[^"\\]|\\.)*",?)*)\]', 'g') AS list
    UNION ALL
    SELECT one[1] FROM regexp_matches(_lines, '"subject":("(?:[^"\\]|\\.)*")', 'g') AS one
  ) AS named
$$;

REVOKE EXECUTE ON FUNCTION verify_api.subjects_of(_lines text) FROM PUBLIC;

CREATE FUNCTION verify_api.index_interactions_day(_day date) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET lock_timeout = '100ms' AS $$
DECLARE
  _name text := 'interactions_' || to_char(_day, 'YYYYMMDD');
BEGIN
  -- Of other days the name would be another's: those before Christ have the same digits.
  IF _day IS NULL OR _day NOT BETWEEN '2000-01-01' AND '9999-12-30' THEN
    RAISE EXCEPTION 'no day: %', _day USING ERRCODE = 'invalid_parameter_value';
  END IF;
  IF _day >= (clock_timestamp() AT TIME ZONE 'UTC')::date - 3 THEN
    RAISE EXCEPTION 'lines of the day % may still come', _day USING ERRCODE = 'invalid_parameter_value';
  END IF;
  -- Without statistics, the planner would rather compute the hashes of every block than read the index.
  EXECUTE format('ANALYZE verify_api.%I (day, project_id, writer, sequence)', _name);
  EXECUTE format('CREATE INDEX IF NOT EXISTS %I ON verify_api.%I USING gin (verify_api.subjects_of(lines))',
    _name || '_subjects', _name);
END $$;
REVOKE EXECUTE ON FUNCTION verify_api.index_interactions_day(_day date) FROM PUBLIC;
