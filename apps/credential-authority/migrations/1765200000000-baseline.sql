-- phase: expand
-- Projects, authorities, credentials, operators and keys: their event log.

-- The event log. It is read in the order (tx, pos), below the oldest running transaction only. That is commit order as
-- long as every transaction gets its id before it locks the versions that it appends to; the guard at the top of
-- `append` ensures it.

CREATE TABLE credential_authority.streams (
  stream_id text PRIMARY KEY,
  version integer NOT NULL
);

-- Authorities and keys are elements, which are signed and go into the transparency log; projects, credentials and
-- operators are data. `mac` is the code of the app that wrote an event: readers ignore data, and elements of keys,
-- without it.
CREATE TABLE credential_authority.events (
  tx xid8 NOT NULL DEFAULT pg_current_xact_id(),
  pos bigint GENERATED ALWAYS AS IDENTITY,
  stream_id text NOT NULL,
  version integer NOT NULL,
  event_id text NOT NULL UNIQUE,
  type text NOT NULL,
  schema_version smallint NOT NULL,
  element text,
  data jsonb,
  traceparent text,
  mac text,
  PRIMARY KEY (stream_id, version),
  CHECK (num_nonnulls(element, data) = 1)
);

CREATE INDEX events_in_commit_order ON credential_authority.events (tx, pos);

CREATE FUNCTION credential_authority.refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'events are append-only' USING ERRCODE = 'insufficient_privilege';
END $$;

CREATE TRIGGER events_are_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON credential_authority.events
  FOR EACH STATEMENT EXECUTE FUNCTION credential_authority.refuse_change();

REVOKE UPDATE, DELETE, TRUNCATE ON credential_authority.events FROM PUBLIC;

-- The signature of an element, and the reason with the salt of its digest: a reason can be erased here.
CREATE TABLE credential_authority.companions (
  event_id text PRIMARY KEY,
  signature jsonb,
  reason text,
  reason_salt text
);

-- Names, each of which belongs to its owner for ever.
CREATE TABLE credential_authority.claims (
  name text PRIMARY KEY,
  owner text NOT NULL
);

-- Results of commands, for the same command that is sent again.
CREATE TABLE credential_authority.idempotency_keys (
  key text PRIMARY KEY,
  command_id text NOT NULL,
  body_digest text,
  reply json,
  refusal json,
  expires_at timestamptz NOT NULL,
  CHECK (num_nonnulls(reply, refusal) = 1)
);

CREATE INDEX idempotency_keys_by_expiry ON credential_authority.idempotency_keys (expires_at);

-- Many appends in one call: each succeeds or changes nothing. No two of one call may write the same stream, claim the
-- same name or store a result under the same idempotency key. Answers a row for each conflict. Sequential scans are off
-- because the cached plans may be from when the tables were empty.
CREATE FUNCTION credential_authority.append(_streams json, _events json, _claims json, _results json)
RETURNS TABLE (append integer, conflict text, subject text, found text)
LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
#variable_conflict use_column
DECLARE
  refused integer[] := '{}';
  beaten integer[];
  made text[] := '{}';
  stored text[];
  written integer;
BEGIN
  IF pg_current_xact_id_if_assigned() IS NOT NULL THEN
    RAISE EXCEPTION 'append must be the first write of its transaction'
      USING ERRCODE = 'object_not_in_prerequisite_state';
  END IF;

  -- Streams are locked in one order, new ones first, so that two calls cannot wait for each other.
  INSERT INTO credential_authority.streams (stream_id, version)
    SELECT s.stream_id, 0
    FROM json_to_recordset(_streams) AS s(stream_id text, expected integer)
    WHERE s.expected = 0
    ORDER BY s.stream_id
    ON CONFLICT DO NOTHING;
  PERFORM 1
    FROM json_to_recordset(_streams) AS s(stream_id text, expected integer)
    JOIN credential_authority.streams AS t ON t.stream_id = s.stream_id
    WHERE s.expected > 0
    ORDER BY t.stream_id
    FOR UPDATE OF t;

  RETURN QUERY
    SELECT s.append, 'version', s.stream_id, coalesce(t.version, 0)::text
    FROM json_to_recordset(_streams) AS s(append integer, stream_id text, expected integer)
    LEFT JOIN credential_authority.streams AS t ON t.stream_id = s.stream_id
    WHERE coalesce(t.version, 0) <> s.expected;
  IF FOUND THEN
    refused := ARRAY(
      SELECT DISTINCT s.append
      FROM json_to_recordset(_streams) AS s(append integer, stream_id text, expected integer)
      LEFT JOIN credential_authority.streams AS t ON t.stream_id = s.stream_id
      WHERE coalesce(t.version, 0) <> s.expected);
  END IF;

  IF json_array_length(_claims) > 0 THEN
    WITH claimed AS (
      INSERT INTO credential_authority.claims (name, owner)
        SELECT c.name, c.owner
        FROM json_to_recordset(_claims) AS c(append integer, name text, owner text)
        WHERE c.append <> ALL (refused)
        ORDER BY c.name
        ON CONFLICT DO NOTHING
        RETURNING name
    )
    SELECT coalesce(array_agg(name), '{}') INTO made FROM claimed;
    beaten := ARRAY(
      SELECT DISTINCT c.append
      FROM json_to_recordset(_claims) AS c(append integer, name text, owner text)
      JOIN credential_authority.claims AS taken ON taken.name = c.name AND taken.owner <> c.owner
      WHERE c.append <> ALL (refused));
    IF beaten <> '{}' THEN
      RETURN QUERY
        SELECT c.append, 'claim', c.name, taken.owner
        FROM json_to_recordset(_claims) AS c(append integer, name text, owner text)
        JOIN credential_authority.claims AS taken ON taken.name = c.name AND taken.owner <> c.owner
        WHERE c.append = ANY (beaten);
      refused := refused || beaten;
    END IF;
  END IF;

  IF json_array_length(_results) > 0 THEN
    -- An expired result is replaced. Where another call is about to store one under the key, this waits for it.
    WITH stored_here AS (
      INSERT INTO credential_authority.idempotency_keys AS t (key, command_id, body_digest, reply, refusal, expires_at)
        SELECT r.key, r.command_id, r.body_digest, r.reply, r.refusal, r.expires_at
        FROM json_to_recordset(_results) AS r(append integer, key text, command_id text, body_digest text,
          reply json, refusal json, expires_at timestamptz)
        WHERE r.append <> ALL (refused)
        ORDER BY r.key
        ON CONFLICT (key) DO UPDATE SET command_id = excluded.command_id, body_digest = excluded.body_digest,
          reply = excluded.reply, refusal = excluded.refusal, expires_at = excluded.expires_at
          WHERE t.expires_at <= clock_timestamp()
        RETURNING key
    )
    SELECT coalesce(array_agg(key), '{}') INTO stored FROM stored_here;
    IF cardinality(stored) < json_array_length(_results) THEN
      beaten := ARRAY(
        SELECT r.append FROM json_to_recordset(_results) AS r(append integer, key text)
        WHERE r.append <> ALL (refused) AND r.key <> ALL (stored));
      RETURN QUERY
        SELECT r.append, 'idempotency_key', r.key, row_to_json(earlier)::text
        FROM json_to_recordset(_results) AS r(append integer, key text)
        JOIN credential_authority.idempotency_keys AS earlier ON earlier.key = r.key
        WHERE r.append = ANY (beaten);
      refused := refused || beaten;
    END IF;
  END IF;

  -- Names that a refused append claimed are free again.
  IF made <> '{}' AND refused <> '{}' THEN
    DELETE FROM credential_authority.claims AS t
      USING json_to_recordset(_claims) AS c(append integer, name text, owner text)
      WHERE c.append = ANY (refused) AND t.name = c.name AND t.owner = c.owner AND t.name = ANY (made);
  END IF;

  UPDATE credential_authority.streams AS t SET version = grown.version
    FROM (
      SELECT e.stream_id, max(e.version) AS version
      FROM json_to_recordset(_events) AS e(append integer, stream_id text, version integer)
      WHERE e.append <> ALL (refused)
      GROUP BY e.stream_id
    ) AS grown
    WHERE t.stream_id = grown.stream_id;
  GET DIAGNOSTICS written = ROW_COUNT;
  INSERT INTO credential_authority.events (stream_id, version, event_id, type, schema_version, element, data,
      traceparent, mac)
    SELECT e.stream_id, e.version, e.event_id, e.type, e.schema_version, e.element, e.data, e.traceparent, e.mac
    FROM json_to_recordset(_events) AS e(append integer, ordinal integer, stream_id text, version integer,
      event_id text, type text, schema_version smallint, element text, data jsonb,
      traceparent text, mac text)
    WHERE e.append <> ALL (refused)
    ORDER BY e.ordinal;
  INSERT INTO credential_authority.companions (event_id, signature, reason, reason_salt)
    SELECT e.event_id, e.signature, e.reason, e.reason_salt
    FROM json_to_recordset(_events) AS e(append integer, event_id text, signature jsonb, reason text,
      reason_salt text)
    WHERE e.append <> ALL (refused) AND num_nonnulls(e.signature, e.reason) > 0;

  -- A new stream of a refused append, or one whose absence was asserted, leaves no row behind.
  IF written < json_array_length(_streams) THEN
    DELETE FROM credential_authority.streams AS t
      USING json_to_recordset(_streams) AS s(stream_id text, expected integer)
      WHERE s.expected = 0 AND t.stream_id = s.stream_id AND t.version = 0;
  END IF;
END $$;

-- The log's origin, which elements carry: a later setting must not change it.
CREATE TABLE credential_authority.log_origin (
  singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  origin text NOT NULL
);

-- Shows that the database went back in time: `beat` rises every half second and is also stored outside the database;
-- `epoch` rises when the database was restored, promoted or moved.
CREATE TABLE credential_authority.log_identity (
  singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  epoch integer NOT NULL,
  beat bigint NOT NULL,
  server text
);

INSERT INTO credential_authority.log_identity (epoch, beat) VALUES (1, 0);

-- Only the holder of a lease may do its work, and each of its writes checks the epoch. Session locks would not do: they
-- outlive a lost host for hours and break under a pooler.
CREATE TABLE credential_authority.leases (
  name text PRIMARY KEY,
  holder text NOT NULL,
  epoch bigint NOT NULL,
  expires_at timestamptz NOT NULL
);

-- How far each follower of a log has read; stored with the effects of the events before it.
CREATE TABLE credential_authority.positions (
  consumer text PRIMARY KEY,
  epoch integer NOT NULL DEFAULT 1,
  tx xid8 NOT NULL DEFAULT '0',
  pos bigint NOT NULL DEFAULT 0
);

-- When each subject that will expire does.
CREATE TABLE credential_authority.due (
  subject_id text PRIMARY KEY,
  due_at timestamptz NOT NULL
);

CREATE INDEX due_by_time ON credential_authority.due (due_at);

-- Which keys each running process has, by their ids, so that one with other keys is refused when it starts.
CREATE TABLE credential_authority.key_holders (
  process text COLLATE "C" NOT NULL,
  setting text COLLATE "C" NOT NULL,
  ids text[] NOT NULL,
  seen_at timestamptz NOT NULL,
  PRIMARY KEY (process, setting)
);
