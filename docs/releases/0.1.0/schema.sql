-- Every schema, table and function of an environment's database, as the migrations of release 0.1.0 make them.
CREATE SCHEMA credential_authority;

CREATE TABLE credential_authority.migrations (id serial PRIMARY KEY, "timestamp" bigint NOT NULL, name character varying NOT NULL);

CREATE TABLE credential_authority.streams (
  stream_id text PRIMARY KEY,
  version integer NOT NULL
);
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
  PRIMARY KEY (stream_id, version),
  CHECK (num_nonnulls(element, data) = 1)
);
CREATE INDEX events_in_commit_order ON credential_authority.events (tx, pos);
CREATE TABLE credential_authority.companions (
  event_id text PRIMARY KEY,
  signature jsonb,
  reason text,
  reason_salt text
);
CREATE TABLE credential_authority.claims (
  name text PRIMARY KEY,
  owner text NOT NULL
);

CREATE TABLE credential_authority.outcomes (
      key text PRIMARY KEY,
      command_id text NOT NULL,
      body_digest text,
      reply json,
      refusal json,
      kept_until timestamptz NOT NULL,
      CHECK (num_nonnulls(reply, refusal) = 1)
    );

CREATE INDEX outcomes_by_end ON credential_authority.outcomes (kept_until);

CREATE FUNCTION credential_authority.refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'events are append-only' USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER events_are_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON credential_authority.events
  FOR EACH STATEMENT EXECUTE FUNCTION credential_authority.refuse_change();
REVOKE UPDATE, DELETE, TRUNCATE ON credential_authority.events FROM PUBLIC;

CREATE FUNCTION credential_authority.append(_streams json, _events json, _claims json, _outcomes json)
RETURNS TABLE (append integer, conflict text, subject text, found text)
LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
#variable_conflict use_column
DECLARE
  refused integer[] := '{}';
  beaten integer[];
  made text[] := '{}';
  kept text[];
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

  IF json_array_length(_outcomes) > 0 THEN
    -- One whose time is over is as good as none. For one that another call is about to leave, this waits.
    WITH left_here AS (
      INSERT INTO credential_authority.outcomes AS t (key, command_id, body_digest, reply, refusal, kept_until)
        SELECT o.key, o.command_id, o.body_digest, o.reply, o.refusal, o.kept_until
        FROM json_to_recordset(_outcomes) AS o(append integer, key text, command_id text, body_digest text,
          reply json, refusal json, kept_until timestamptz)
        WHERE o.append <> ALL (refused)
        ORDER BY o.key
        ON CONFLICT (key) DO UPDATE SET command_id = excluded.command_id, body_digest = excluded.body_digest,
          reply = excluded.reply, refusal = excluded.refusal, kept_until = excluded.kept_until
          WHERE t.kept_until <= clock_timestamp()
        RETURNING key
    )
    SELECT coalesce(array_agg(key), '{}') INTO kept FROM left_here;
    IF cardinality(kept) < json_array_length(_outcomes) THEN
      beaten := ARRAY(
        SELECT o.append FROM json_to_recordset(_outcomes) AS o(append integer, key text)
        WHERE o.append <> ALL (refused) AND o.key <> ALL (kept));
      RETURN QUERY
        SELECT o.append, 'outcome', o.key, row_to_json(standing)::text
        FROM json_to_recordset(_outcomes) AS o(append integer, key text)
        JOIN credential_authority.outcomes AS standing ON standing.key = o.key
        WHERE o.append = ANY (beaten);
      refused := refused || beaten;
    END IF;
  END IF;

  -- What was claimed by an append that is refused after all is free again.
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
      traceparent)
    SELECT e.stream_id, e.version, e.event_id, e.type, e.schema_version, e.element, e.data, e.traceparent
    FROM json_to_recordset(_events) AS e(append integer, ordinal integer, stream_id text, version integer,
      event_id text, type text, schema_version smallint, element text, data jsonb,
      traceparent text)
    WHERE e.append <> ALL (refused)
    ORDER BY e.ordinal;
  INSERT INTO credential_authority.companions (event_id, signature, reason, reason_salt)
    SELECT e.event_id, e.signature, e.reason, e.reason_salt
    FROM json_to_recordset(_events) AS e(append integer, event_id text, signature jsonb, reason text,
      reason_salt text)
    WHERE e.append <> ALL (refused) AND num_nonnulls(e.signature, e.reason) > 0;

  -- A stream that was refused, or whose absence was only rested on, leaves no row behind.
  IF written < json_array_length(_streams) THEN
    DELETE FROM credential_authority.streams AS t
      USING json_to_recordset(_streams) AS s(stream_id text, expected integer)
      WHERE s.expected = 0 AND t.stream_id = s.stream_id AND t.version = 0;
  END IF;
END $$;

CREATE TABLE credential_authority.log_origin (
    singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
    origin text NOT NULL
  );

CREATE TABLE credential_authority.log_identity (
      singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
      epoch integer NOT NULL,
      beat bigint NOT NULL,
      server text
    );

INSERT INTO credential_authority.log_identity (epoch, beat) VALUES (1, 0);

CREATE TABLE credential_authority.leases (
    name text PRIMARY KEY,
    holder text NOT NULL,
    epoch bigint NOT NULL,
    expires_at timestamptz NOT NULL
  );

CREATE TABLE credential_authority.positions (
    consumer text PRIMARY KEY,
    epoch integer NOT NULL DEFAULT 1,
    tx xid8 NOT NULL DEFAULT '0',
    pos bigint NOT NULL DEFAULT 0
  );

CREATE TABLE credential_authority.due (subject_id text PRIMARY KEY, due_at timestamptz NOT NULL);

CREATE INDEX due_by_time ON credential_authority.due (due_at);

INSERT INTO credential_authority.migrations ("timestamp", name) VALUES (1763700000000, 'CreateEventLog1763700000000');

CREATE SCHEMA record_store;

CREATE TABLE record_store.migrations (id serial PRIMARY KEY, "timestamp" bigint NOT NULL, name character varying NOT NULL);

CREATE TABLE record_store.streams (
  stream_id text PRIMARY KEY,
  version integer NOT NULL
);
CREATE TABLE record_store.events (
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
  PRIMARY KEY (stream_id, version),
  CHECK (num_nonnulls(element, data) = 1)
);
CREATE INDEX events_in_commit_order ON record_store.events (tx, pos);
CREATE TABLE record_store.companions (
  event_id text PRIMARY KEY,
  signature jsonb,
  reason text,
  reason_salt text
);
CREATE TABLE record_store.claims (
  name text PRIMARY KEY,
  owner text NOT NULL
);

CREATE TABLE record_store.outcomes (
      key text PRIMARY KEY,
      command_id text NOT NULL,
      body_digest text,
      reply json,
      refusal json,
      kept_until timestamptz NOT NULL,
      CHECK (num_nonnulls(reply, refusal) = 1)
    );

CREATE INDEX outcomes_by_end ON record_store.outcomes (kept_until);

CREATE FUNCTION record_store.refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'events are append-only' USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER events_are_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON record_store.events
  FOR EACH STATEMENT EXECUTE FUNCTION record_store.refuse_change();
REVOKE UPDATE, DELETE, TRUNCATE ON record_store.events FROM PUBLIC;

CREATE FUNCTION record_store.append(_streams json, _events json, _claims json, _outcomes json)
RETURNS TABLE (append integer, conflict text, subject text, found text)
LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
#variable_conflict use_column
DECLARE
  refused integer[] := '{}';
  beaten integer[];
  made text[] := '{}';
  kept text[];
  written integer;
BEGIN
  IF pg_current_xact_id_if_assigned() IS NOT NULL THEN
    RAISE EXCEPTION 'append must be the first write of its transaction'
      USING ERRCODE = 'object_not_in_prerequisite_state';
  END IF;

  -- Streams are locked in one order, new ones first, so that two calls cannot wait for each other.
  INSERT INTO record_store.streams (stream_id, version)
    SELECT s.stream_id, 0
    FROM json_to_recordset(_streams) AS s(stream_id text, expected integer)
    WHERE s.expected = 0
    ORDER BY s.stream_id
    ON CONFLICT DO NOTHING;
  PERFORM 1
    FROM json_to_recordset(_streams) AS s(stream_id text, expected integer)
    JOIN record_store.streams AS t ON t.stream_id = s.stream_id
    WHERE s.expected > 0
    ORDER BY t.stream_id
    FOR UPDATE OF t;

  RETURN QUERY
    SELECT s.append, 'version', s.stream_id, coalesce(t.version, 0)::text
    FROM json_to_recordset(_streams) AS s(append integer, stream_id text, expected integer)
    LEFT JOIN record_store.streams AS t ON t.stream_id = s.stream_id
    WHERE coalesce(t.version, 0) <> s.expected;
  IF FOUND THEN
    refused := ARRAY(
      SELECT DISTINCT s.append
      FROM json_to_recordset(_streams) AS s(append integer, stream_id text, expected integer)
      LEFT JOIN record_store.streams AS t ON t.stream_id = s.stream_id
      WHERE coalesce(t.version, 0) <> s.expected);
  END IF;

  IF json_array_length(_claims) > 0 THEN
    WITH claimed AS (
      INSERT INTO record_store.claims (name, owner)
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
      JOIN record_store.claims AS taken ON taken.name = c.name AND taken.owner <> c.owner
      WHERE c.append <> ALL (refused));
    IF beaten <> '{}' THEN
      RETURN QUERY
        SELECT c.append, 'claim', c.name, taken.owner
        FROM json_to_recordset(_claims) AS c(append integer, name text, owner text)
        JOIN record_store.claims AS taken ON taken.name = c.name AND taken.owner <> c.owner
        WHERE c.append = ANY (beaten);
      refused := refused || beaten;
    END IF;
  END IF;

  IF json_array_length(_outcomes) > 0 THEN
    -- One whose time is over is as good as none. For one that another call is about to leave, this waits.
    WITH left_here AS (
      INSERT INTO record_store.outcomes AS t (key, command_id, body_digest, reply, refusal, kept_until)
        SELECT o.key, o.command_id, o.body_digest, o.reply, o.refusal, o.kept_until
        FROM json_to_recordset(_outcomes) AS o(append integer, key text, command_id text, body_digest text,
          reply json, refusal json, kept_until timestamptz)
        WHERE o.append <> ALL (refused)
        ORDER BY o.key
        ON CONFLICT (key) DO UPDATE SET command_id = excluded.command_id, body_digest = excluded.body_digest,
          reply = excluded.reply, refusal = excluded.refusal, kept_until = excluded.kept_until
          WHERE t.kept_until <= clock_timestamp()
        RETURNING key
    )
    SELECT coalesce(array_agg(key), '{}') INTO kept FROM left_here;
    IF cardinality(kept) < json_array_length(_outcomes) THEN
      beaten := ARRAY(
        SELECT o.append FROM json_to_recordset(_outcomes) AS o(append integer, key text)
        WHERE o.append <> ALL (refused) AND o.key <> ALL (kept));
      RETURN QUERY
        SELECT o.append, 'outcome', o.key, row_to_json(standing)::text
        FROM json_to_recordset(_outcomes) AS o(append integer, key text)
        JOIN record_store.outcomes AS standing ON standing.key = o.key
        WHERE o.append = ANY (beaten);
      refused := refused || beaten;
    END IF;
  END IF;

  -- What was claimed by an append that is refused after all is free again.
  IF made <> '{}' AND refused <> '{}' THEN
    DELETE FROM record_store.claims AS t
      USING json_to_recordset(_claims) AS c(append integer, name text, owner text)
      WHERE c.append = ANY (refused) AND t.name = c.name AND t.owner = c.owner AND t.name = ANY (made);
  END IF;

  UPDATE record_store.streams AS t SET version = grown.version
    FROM (
      SELECT e.stream_id, max(e.version) AS version
      FROM json_to_recordset(_events) AS e(append integer, stream_id text, version integer)
      WHERE e.append <> ALL (refused)
      GROUP BY e.stream_id
    ) AS grown
    WHERE t.stream_id = grown.stream_id;
  GET DIAGNOSTICS written = ROW_COUNT;
  INSERT INTO record_store.events (stream_id, version, event_id, type, schema_version, element, data,
      traceparent)
    SELECT e.stream_id, e.version, e.event_id, e.type, e.schema_version, e.element, e.data, e.traceparent
    FROM json_to_recordset(_events) AS e(append integer, ordinal integer, stream_id text, version integer,
      event_id text, type text, schema_version smallint, element text, data jsonb,
      traceparent text)
    WHERE e.append <> ALL (refused)
    ORDER BY e.ordinal;
  INSERT INTO record_store.companions (event_id, signature, reason, reason_salt)
    SELECT e.event_id, e.signature, e.reason, e.reason_salt
    FROM json_to_recordset(_events) AS e(append integer, event_id text, signature jsonb, reason text,
      reason_salt text)
    WHERE e.append <> ALL (refused) AND num_nonnulls(e.signature, e.reason) > 0;

  -- A stream that was refused, or whose absence was only rested on, leaves no row behind.
  IF written < json_array_length(_streams) THEN
    DELETE FROM record_store.streams AS t
      USING json_to_recordset(_streams) AS s(stream_id text, expected integer)
      WHERE s.expected = 0 AND t.stream_id = s.stream_id AND t.version = 0;
  END IF;
END $$;

CREATE TABLE record_store.log_origin (
    singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
    origin text NOT NULL
  );

CREATE TABLE record_store.log_identity (
      singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
      epoch integer NOT NULL,
      beat bigint NOT NULL,
      server text
    );

INSERT INTO record_store.log_identity (epoch, beat) VALUES (1, 0);

CREATE TABLE record_store.leases (
    name text PRIMARY KEY,
    holder text NOT NULL,
    epoch bigint NOT NULL,
    expires_at timestamptz NOT NULL
  );

CREATE TABLE record_store.positions (
    consumer text PRIMARY KEY,
    epoch integer NOT NULL DEFAULT 1,
    tx xid8 NOT NULL DEFAULT '0',
    pos bigint NOT NULL DEFAULT 0
  );

CREATE TABLE record_store.due (subject_id text PRIMARY KEY, due_at timestamptz NOT NULL);

CREATE INDEX due_by_time ON record_store.due (due_at);

INSERT INTO record_store.migrations ("timestamp", name) VALUES (1763700000000, 'CreateEventLog1763700000000');

CREATE TABLE record_store.log_state (
      singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
      origin text NOT NULL,
      size bigint NOT NULL,
      root bytea NOT NULL,
      covered xid8 NOT NULL
    );

CREATE TABLE record_store.log_positions (
      source text PRIMARY KEY,
      tx xid8 NOT NULL,
      pos bigint NOT NULL
    );

CREATE TABLE record_store.log_leaves (
      index bigint PRIMARY KEY,
      slot bytea NOT NULL CONSTRAINT log_slots_occur_once UNIQUE,
      digest bytea NOT NULL,
      subject_id text NOT NULL,
      sequence integer NOT NULL
    );

CREATE INDEX log_leaves_of_subjects ON record_store.log_leaves (subject_id, sequence);

CREATE TABLE record_store.log_tiles (
      level smallint NOT NULL,
      number bigint NOT NULL,
      hashes bytea NOT NULL,
      PRIMARY KEY (level, number)
    );

ALTER TABLE record_store.log_tiles ALTER COLUMN hashes SET STORAGE EXTERNAL;

CREATE TABLE record_store.log_checkpoints (
      tree_size bigint PRIMARY KEY,
      root bytea NOT NULL,
      note text NOT NULL,
      published_at timestamptz NOT NULL DEFAULT clock_timestamp()
    );

CREATE TABLE record_store.log_receipts (
      subject_id text NOT NULL,
      sequence integer NOT NULL,
      log_index bigint NOT NULL,
      tree_size bigint NOT NULL,
      proof bytea NOT NULL,
      PRIMARY KEY (subject_id, sequence)
    );

ALTER TABLE record_store.log_receipts ALTER COLUMN proof SET STORAGE PLAIN;

CREATE TABLE record_store.log_head (
      singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
      tree_size bigint NOT NULL,
      root bytea NOT NULL,
      note text NOT NULL,
      covered xid8 NOT NULL,
      at timestamptz NOT NULL
    );

CREATE TABLE record_store.log_cosignatures (
      origin text NOT NULL,
      tree_size bigint NOT NULL,
      key_name text NOT NULL,
      key_hash bigint NOT NULL,
      signature bytea NOT NULL,
      cosigned_at timestamptz NOT NULL,
      PRIMARY KEY (origin, tree_size, key_name, key_hash)
    );

CREATE TABLE record_store.log_served (
      singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
      origin text NOT NULL,
      tree_size bigint NOT NULL,
      note text NOT NULL,
      at timestamptz NOT NULL
    );

CREATE TABLE record_store.log_seals (
    number integer PRIMARY KEY CHECK (number > 0),
    digest bytea NOT NULL CHECK (octet_length(digest) = 32)
  );

INSERT INTO record_store.migrations ("timestamp", name) VALUES (1763700100000, 'CreateTransparencyLog1763700100000');

CREATE SCHEMA webhook_dispatcher;

CREATE TABLE webhook_dispatcher.migrations (id serial PRIMARY KEY, "timestamp" bigint NOT NULL, name character varying NOT NULL);

CREATE TABLE webhook_dispatcher.streams (
  stream_id text PRIMARY KEY,
  version integer NOT NULL
);
CREATE TABLE webhook_dispatcher.events (
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
  PRIMARY KEY (stream_id, version),
  CHECK (num_nonnulls(element, data) = 1)
);
CREATE INDEX events_in_commit_order ON webhook_dispatcher.events (tx, pos);
CREATE TABLE webhook_dispatcher.companions (
  event_id text PRIMARY KEY,
  signature jsonb,
  reason text,
  reason_salt text
);
CREATE TABLE webhook_dispatcher.claims (
  name text PRIMARY KEY,
  owner text NOT NULL
);

CREATE TABLE webhook_dispatcher.outcomes (
      key text PRIMARY KEY,
      command_id text NOT NULL,
      body_digest text,
      reply json,
      refusal json,
      kept_until timestamptz NOT NULL,
      CHECK (num_nonnulls(reply, refusal) = 1)
    );

CREATE INDEX outcomes_by_end ON webhook_dispatcher.outcomes (kept_until);

CREATE FUNCTION webhook_dispatcher.refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'events are append-only' USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER events_are_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON webhook_dispatcher.events
  FOR EACH STATEMENT EXECUTE FUNCTION webhook_dispatcher.refuse_change();
REVOKE UPDATE, DELETE, TRUNCATE ON webhook_dispatcher.events FROM PUBLIC;

CREATE FUNCTION webhook_dispatcher.append(_streams json, _events json, _claims json, _outcomes json)
RETURNS TABLE (append integer, conflict text, subject text, found text)
LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
#variable_conflict use_column
DECLARE
  refused integer[] := '{}';
  beaten integer[];
  made text[] := '{}';
  kept text[];
  written integer;
BEGIN
  IF pg_current_xact_id_if_assigned() IS NOT NULL THEN
    RAISE EXCEPTION 'append must be the first write of its transaction'
      USING ERRCODE = 'object_not_in_prerequisite_state';
  END IF;

  -- Streams are locked in one order, new ones first, so that two calls cannot wait for each other.
  INSERT INTO webhook_dispatcher.streams (stream_id, version)
    SELECT s.stream_id, 0
    FROM json_to_recordset(_streams) AS s(stream_id text, expected integer)
    WHERE s.expected = 0
    ORDER BY s.stream_id
    ON CONFLICT DO NOTHING;
  PERFORM 1
    FROM json_to_recordset(_streams) AS s(stream_id text, expected integer)
    JOIN webhook_dispatcher.streams AS t ON t.stream_id = s.stream_id
    WHERE s.expected > 0
    ORDER BY t.stream_id
    FOR UPDATE OF t;

  RETURN QUERY
    SELECT s.append, 'version', s.stream_id, coalesce(t.version, 0)::text
    FROM json_to_recordset(_streams) AS s(append integer, stream_id text, expected integer)
    LEFT JOIN webhook_dispatcher.streams AS t ON t.stream_id = s.stream_id
    WHERE coalesce(t.version, 0) <> s.expected;
  IF FOUND THEN
    refused := ARRAY(
      SELECT DISTINCT s.append
      FROM json_to_recordset(_streams) AS s(append integer, stream_id text, expected integer)
      LEFT JOIN webhook_dispatcher.streams AS t ON t.stream_id = s.stream_id
      WHERE coalesce(t.version, 0) <> s.expected);
  END IF;

  IF json_array_length(_claims) > 0 THEN
    WITH claimed AS (
      INSERT INTO webhook_dispatcher.claims (name, owner)
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
      JOIN webhook_dispatcher.claims AS taken ON taken.name = c.name AND taken.owner <> c.owner
      WHERE c.append <> ALL (refused));
    IF beaten <> '{}' THEN
      RETURN QUERY
        SELECT c.append, 'claim', c.name, taken.owner
        FROM json_to_recordset(_claims) AS c(append integer, name text, owner text)
        JOIN webhook_dispatcher.claims AS taken ON taken.name = c.name AND taken.owner <> c.owner
        WHERE c.append = ANY (beaten);
      refused := refused || beaten;
    END IF;
  END IF;

  IF json_array_length(_outcomes) > 0 THEN
    -- One whose time is over is as good as none. For one that another call is about to leave, this waits.
    WITH left_here AS (
      INSERT INTO webhook_dispatcher.outcomes AS t (key, command_id, body_digest, reply, refusal, kept_until)
        SELECT o.key, o.command_id, o.body_digest, o.reply, o.refusal, o.kept_until
        FROM json_to_recordset(_outcomes) AS o(append integer, key text, command_id text, body_digest text,
          reply json, refusal json, kept_until timestamptz)
        WHERE o.append <> ALL (refused)
        ORDER BY o.key
        ON CONFLICT (key) DO UPDATE SET command_id = excluded.command_id, body_digest = excluded.body_digest,
          reply = excluded.reply, refusal = excluded.refusal, kept_until = excluded.kept_until
          WHERE t.kept_until <= clock_timestamp()
        RETURNING key
    )
    SELECT coalesce(array_agg(key), '{}') INTO kept FROM left_here;
    IF cardinality(kept) < json_array_length(_outcomes) THEN
      beaten := ARRAY(
        SELECT o.append FROM json_to_recordset(_outcomes) AS o(append integer, key text)
        WHERE o.append <> ALL (refused) AND o.key <> ALL (kept));
      RETURN QUERY
        SELECT o.append, 'outcome', o.key, row_to_json(standing)::text
        FROM json_to_recordset(_outcomes) AS o(append integer, key text)
        JOIN webhook_dispatcher.outcomes AS standing ON standing.key = o.key
        WHERE o.append = ANY (beaten);
      refused := refused || beaten;
    END IF;
  END IF;

  -- What was claimed by an append that is refused after all is free again.
  IF made <> '{}' AND refused <> '{}' THEN
    DELETE FROM webhook_dispatcher.claims AS t
      USING json_to_recordset(_claims) AS c(append integer, name text, owner text)
      WHERE c.append = ANY (refused) AND t.name = c.name AND t.owner = c.owner AND t.name = ANY (made);
  END IF;

  UPDATE webhook_dispatcher.streams AS t SET version = grown.version
    FROM (
      SELECT e.stream_id, max(e.version) AS version
      FROM json_to_recordset(_events) AS e(append integer, stream_id text, version integer)
      WHERE e.append <> ALL (refused)
      GROUP BY e.stream_id
    ) AS grown
    WHERE t.stream_id = grown.stream_id;
  GET DIAGNOSTICS written = ROW_COUNT;
  INSERT INTO webhook_dispatcher.events (stream_id, version, event_id, type, schema_version, element, data,
      traceparent)
    SELECT e.stream_id, e.version, e.event_id, e.type, e.schema_version, e.element, e.data, e.traceparent
    FROM json_to_recordset(_events) AS e(append integer, ordinal integer, stream_id text, version integer,
      event_id text, type text, schema_version smallint, element text, data jsonb,
      traceparent text)
    WHERE e.append <> ALL (refused)
    ORDER BY e.ordinal;
  INSERT INTO webhook_dispatcher.companions (event_id, signature, reason, reason_salt)
    SELECT e.event_id, e.signature, e.reason, e.reason_salt
    FROM json_to_recordset(_events) AS e(append integer, event_id text, signature jsonb, reason text,
      reason_salt text)
    WHERE e.append <> ALL (refused) AND num_nonnulls(e.signature, e.reason) > 0;

  -- A stream that was refused, or whose absence was only rested on, leaves no row behind.
  IF written < json_array_length(_streams) THEN
    DELETE FROM webhook_dispatcher.streams AS t
      USING json_to_recordset(_streams) AS s(stream_id text, expected integer)
      WHERE s.expected = 0 AND t.stream_id = s.stream_id AND t.version = 0;
  END IF;
END $$;

CREATE TABLE webhook_dispatcher.log_identity (
      singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
      epoch integer NOT NULL,
      beat bigint NOT NULL,
      server text
    );

INSERT INTO webhook_dispatcher.log_identity (epoch, beat) VALUES (1, 0);

CREATE TABLE webhook_dispatcher.leases (
    name text PRIMARY KEY,
    holder text NOT NULL,
    epoch bigint NOT NULL,
    expires_at timestamptz NOT NULL
  );

CREATE TABLE webhook_dispatcher.positions (
    consumer text PRIMARY KEY,
    epoch integer NOT NULL DEFAULT 1,
    tx xid8 NOT NULL DEFAULT '0',
    pos bigint NOT NULL DEFAULT 0
  );

CREATE TABLE webhook_dispatcher.partition_positions (
    consumer text NOT NULL,
    topic text NOT NULL,
    partition integer NOT NULL,
    next_offset bigint NOT NULL DEFAULT 0,
    horizon xid8 NOT NULL DEFAULT '0',
    epoch integer NOT NULL DEFAULT 0,
    current_at bigint NOT NULL DEFAULT 0,
    PRIMARY KEY (consumer, topic, partition)
  );

CREATE TABLE webhook_dispatcher.stream_versions (
      consumer text NOT NULL,
      stream_id text NOT NULL,
      epoch integer NOT NULL,
      version integer NOT NULL,
      PRIMARY KEY (consumer, stream_id)
    );

CREATE TABLE webhook_dispatcher.parked_streams (
      consumer text NOT NULL,
      stream_id text NOT NULL,
      version integer NOT NULL,
      cause text NOT NULL,
      parked_at timestamptz NOT NULL DEFAULT now(),
      replay_requested boolean NOT NULL DEFAULT false,
      PRIMARY KEY (consumer, stream_id)
    );

INSERT INTO webhook_dispatcher.migrations ("timestamp", name) VALUES (1763700000002, 'CreateEventLog1763700000002');

CREATE SEQUENCE webhook_dispatcher.published_positions;

CREATE TABLE webhook_dispatcher.published_events (
      tx xid8 NOT NULL DEFAULT pg_current_xact_id(),
      pos bigint NOT NULL DEFAULT nextval('webhook_dispatcher.published_positions'),
      day date NOT NULL,
      event_id text NOT NULL,
      project_id text NOT NULL,
      type text NOT NULL,
      subject_id text NOT NULL,
      subject_version integer NOT NULL,
      authority_id text,
      subscription_id text,
      body text NOT NULL,
      PRIMARY KEY (day, event_id)
    ) PARTITION BY RANGE (day);

CREATE INDEX ON webhook_dispatcher.published_events (project_id, tx, pos);

CREATE INDEX ON webhook_dispatcher.published_events (project_id, type, tx, pos);

CREATE INDEX ON webhook_dispatcher.published_events (project_id, subject_id, tx, pos);

CREATE INDEX ON webhook_dispatcher.published_events (authority_id, tx, pos);

CREATE TABLE webhook_dispatcher.published_floor (
      singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
      tx xid8 NOT NULL,
      pos bigint NOT NULL
    );

INSERT INTO webhook_dispatcher.published_floor (tx, pos) VALUES ('0', 0);

INSERT INTO webhook_dispatcher.migrations ("timestamp", name) VALUES (1763700000003, 'CreatePublishedEvents1763700000003');

CREATE SEQUENCE webhook_dispatcher.lease_epochs;

CREATE TABLE webhook_dispatcher.lanes (
      subscription_id text COLLATE "C" NOT NULL,
      aggregate_id text COLLATE "C" NOT NULL,
      due timestamptz NOT NULL,
      lease_epoch bigint NOT NULL DEFAULT 0,
      leased boolean NOT NULL DEFAULT false,
      PRIMARY KEY (subscription_id, aggregate_id)
    ) WITH (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_cost_delay = 0);

CREATE INDEX ON webhook_dispatcher.lanes (subscription_id, due);

CREATE TABLE webhook_dispatcher.entries (
      subscription_id text COLLATE "C" NOT NULL,
      aggregate_id text COLLATE "C" NOT NULL,
      seq bigint GENERATED ALWAYS AS IDENTITY,
      delivery_id text COLLATE "C" NOT NULL,
      event_id text NOT NULL,
      day date NOT NULL,
      type text NOT NULL,
      replayed boolean NOT NULL,
      attempts integer NOT NULL,
      first_attempt integer NOT NULL,
      planned_at timestamptz NOT NULL,
      PRIMARY KEY (subscription_id, aggregate_id, seq)
    ) WITH (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_cost_delay = 0);

CREATE UNIQUE INDEX ON webhook_dispatcher.entries (subscription_id, delivery_id);

CREATE TABLE webhook_dispatcher.attempts (
      day date NOT NULL,
      subscription_id text COLLATE "C" NOT NULL,
      delivery_id text COLLATE "C" NOT NULL,
      number integer NOT NULL,
      aggregate_id text NOT NULL,
      event_id text NOT NULL,
      event_day date NOT NULL,
      type text NOT NULL,
      replayed boolean NOT NULL,
      planned_at timestamptz NOT NULL,
      at timestamptz NOT NULL,
      status integer,
      error text,
      latency_ms integer NOT NULL,
      answer text,
      outcome text NOT NULL,
      PRIMARY KEY (subscription_id, delivery_id, number, day)
    ) PARTITION BY RANGE (day);

CREATE INDEX ON webhook_dispatcher.attempts (subscription_id, delivery_id) WHERE outcome = 'exhausted';

CREATE INDEX ON webhook_dispatcher.attempts (subscription_id, event_id) WHERE replayed;

CREATE TABLE webhook_dispatcher.endpoints (
      subscription_id text COLLATE "C" PRIMARY KEY,
      failures integer NOT NULL,
      failing_since timestamptz,
      held_until timestamptz,
      probe_at timestamptz
    );

CREATE TABLE webhook_dispatcher.replays (
      request_id text PRIMARY KEY,
      subscription_id text NOT NULL,
      since timestamptz NOT NULL,
      until timestamptz NOT NULL,
      only_failed boolean NOT NULL,
      cursor text NOT NULL DEFAULT '',
      requested_at timestamptz NOT NULL DEFAULT clock_timestamp()
    );

INSERT INTO webhook_dispatcher.migrations ("timestamp", name) VALUES (1763700000006, 'CreateDeliveries1763700000006');

CREATE SCHEMA verify_api;

CREATE TABLE verify_api.migrations (id serial PRIMARY KEY, "timestamp" bigint NOT NULL, name character varying NOT NULL);

CREATE SCHEMA verify_api_records;

CREATE TABLE verify_api_records.positions (
    consumer text PRIMARY KEY,
    epoch integer NOT NULL DEFAULT 1,
    tx xid8 NOT NULL DEFAULT '0',
    pos bigint NOT NULL DEFAULT 0
  );

CREATE TABLE verify_api_records.partition_positions (
    consumer text NOT NULL,
    topic text NOT NULL,
    partition integer NOT NULL,
    next_offset bigint NOT NULL DEFAULT 0,
    horizon xid8 NOT NULL DEFAULT '0',
    epoch integer NOT NULL DEFAULT 0,
    current_at bigint NOT NULL DEFAULT 0,
    PRIMARY KEY (consumer, topic, partition)
  );

CREATE TABLE verify_api_records.stream_versions (
      consumer text NOT NULL,
      stream_id text NOT NULL,
      epoch integer NOT NULL,
      version integer NOT NULL,
      PRIMARY KEY (consumer, stream_id)
    );

CREATE TABLE verify_api_records.parked_streams (
      consumer text NOT NULL,
      stream_id text NOT NULL,
      version integer NOT NULL,
      cause text NOT NULL,
      parked_at timestamptz NOT NULL DEFAULT now(),
      replay_requested boolean NOT NULL DEFAULT false,
      PRIMARY KEY (consumer, stream_id)
    );

CREATE TABLE verify_api_records.records (
      id text PRIMARY KEY,
      project_id text NOT NULL,
      authority_id text NOT NULL,
      issuer text NOT NULL,
      origin text NOT NULL,
      external_id text,
      content_digest text NOT NULL,
      state text NOT NULL,
      version integer NOT NULL,
      expires_at text,
      successor_id text,
      reason text,
      registered_at text NOT NULL,
      updated_at text NOT NULL
    );

CREATE INDEX ON verify_api_records.records (project_id, registered_at, id);

CREATE INDEX ON verify_api_records.records (project_id, authority_id, registered_at, id);

CREATE INDEX ON verify_api_records.records (project_id, content_digest);

CREATE INDEX ON verify_api_records.records (project_id, external_id) WHERE external_id IS NOT NULL;

CREATE TABLE verify_api_records.elements (
      record_id text NOT NULL,
      sequence integer NOT NULL,
      text text NOT NULL,
      digest text NOT NULL,
      signature jsonb,
      reason text,
      reason_salt text,
      PRIMARY KEY (record_id, sequence)
    );

CREATE SCHEMA verify_api_directory;

CREATE TABLE verify_api_directory.positions (
    consumer text PRIMARY KEY,
    epoch integer NOT NULL DEFAULT 1,
    tx xid8 NOT NULL DEFAULT '0',
    pos bigint NOT NULL DEFAULT 0
  );

CREATE TABLE verify_api_directory.partition_positions (
    consumer text NOT NULL,
    topic text NOT NULL,
    partition integer NOT NULL,
    next_offset bigint NOT NULL DEFAULT 0,
    horizon xid8 NOT NULL DEFAULT '0',
    epoch integer NOT NULL DEFAULT 0,
    current_at bigint NOT NULL DEFAULT 0,
    PRIMARY KEY (consumer, topic, partition)
  );

CREATE TABLE verify_api_directory.stream_versions (
      consumer text NOT NULL,
      stream_id text NOT NULL,
      epoch integer NOT NULL,
      version integer NOT NULL,
      PRIMARY KEY (consumer, stream_id)
    );

CREATE TABLE verify_api_directory.parked_streams (
      consumer text NOT NULL,
      stream_id text NOT NULL,
      version integer NOT NULL,
      cause text NOT NULL,
      parked_at timestamptz NOT NULL DEFAULT now(),
      replay_requested boolean NOT NULL DEFAULT false,
      PRIMARY KEY (consumer, stream_id)
    );

CREATE TABLE verify_api_directory.authorities (
      id text PRIMARY KEY,
      project_id text,
      state text NOT NULL,
      version integer NOT NULL,
      created_at text NOT NULL,
      snapshot json NOT NULL
    );

CREATE INDEX ON verify_api_directory.authorities (project_id, created_at, id);

CREATE TABLE verify_api_directory.credentials (
      id text PRIMARY KEY,
      project_id text,
      state text NOT NULL,
      version integer NOT NULL,
      created_at text NOT NULL,
      snapshot json NOT NULL
    );

CREATE INDEX ON verify_api_directory.credentials (project_id, created_at, id);

CREATE TABLE verify_api_directory.projects (
      id text PRIMARY KEY,
      project_id text,
      state text NOT NULL,
      version integer NOT NULL,
      created_at text NOT NULL,
      snapshot json NOT NULL
    );

CREATE INDEX ON verify_api_directory.projects (created_at, id);

CREATE SCHEMA verify_api_subscriptions;

CREATE TABLE verify_api_subscriptions.positions (
    consumer text PRIMARY KEY,
    epoch integer NOT NULL DEFAULT 1,
    tx xid8 NOT NULL DEFAULT '0',
    pos bigint NOT NULL DEFAULT 0
  );

CREATE TABLE verify_api_subscriptions.partition_positions (
    consumer text NOT NULL,
    topic text NOT NULL,
    partition integer NOT NULL,
    next_offset bigint NOT NULL DEFAULT 0,
    horizon xid8 NOT NULL DEFAULT '0',
    epoch integer NOT NULL DEFAULT 0,
    current_at bigint NOT NULL DEFAULT 0,
    PRIMARY KEY (consumer, topic, partition)
  );

CREATE TABLE verify_api_subscriptions.stream_versions (
      consumer text NOT NULL,
      stream_id text NOT NULL,
      epoch integer NOT NULL,
      version integer NOT NULL,
      PRIMARY KEY (consumer, stream_id)
    );

CREATE TABLE verify_api_subscriptions.parked_streams (
      consumer text NOT NULL,
      stream_id text NOT NULL,
      version integer NOT NULL,
      cause text NOT NULL,
      parked_at timestamptz NOT NULL DEFAULT now(),
      replay_requested boolean NOT NULL DEFAULT false,
      PRIMARY KEY (consumer, stream_id)
    );

CREATE TABLE verify_api_subscriptions.subscriptions (
      id text PRIMARY KEY,
      project_id text,
      state text NOT NULL,
      version integer NOT NULL,
      created_at text NOT NULL,
      snapshot json NOT NULL
    );

CREATE INDEX ON verify_api_subscriptions.subscriptions (project_id, created_at, id);

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

INSERT INTO verify_api.migrations ("timestamp", name) VALUES (1763700000001, 'CreateViews1763700000001');

CREATE UNLOGGED TABLE verify_api.rate_buckets (
  key text COLLATE "C" PRIMARY KEY,
  full_at timestamptz NOT NULL,
  demand double precision NOT NULL,
  reported_at timestamptz NOT NULL
) WITH (fillfactor = 50);

CREATE TABLE verify_api.quota_days (
  day integer NOT NULL,
  key text COLLATE "C" NOT NULL,
  leased bigint NOT NULL DEFAULT 0,
  lacking_at timestamptz,
  PRIMARY KEY (day, key)
) WITH (fillfactor = 50);

INSERT INTO verify_api.migrations ("timestamp", name) VALUES (1763700000002, 'CreateLimits1763700000002');

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

CREATE INDEX ON verify_api.interactions (project_id, writer, last_at);

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

CREATE TABLE verify_api.usage (
      project_id text NOT NULL,
      hour timestamptz NOT NULL,
      operation text NOT NULL,
      outcome text NOT NULL,
      requests bigint NOT NULL,
      items bigint NOT NULL,
      PRIMARY KEY (project_id, hour, operation, outcome)
    );

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

CREATE TABLE verify_api.history_dropped_days (
      day date PRIMARY KEY,
      dropped_at timestamptz NOT NULL DEFAULT clock_timestamp()
    );

CREATE TABLE verify_api.leases (
    name text PRIMARY KEY,
    holder text NOT NULL,
    epoch bigint NOT NULL,
    expires_at timestamptz NOT NULL
  );

INSERT INTO verify_api.migrations ("timestamp", name) VALUES (1763700000003, 'CreateHistory1763700000003');
