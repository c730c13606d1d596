-- phase: expand
-- Records: their event log, their metadata, and the transparency log.

-- The event log. It is read in the order (tx, pos), below the oldest running transaction only. That is commit order as
-- long as every transaction gets its id before it locks the versions that it appends to; the guard at the top of
-- `append` ensures it.

CREATE TABLE record_store.streams (
  stream_id text PRIMARY KEY,
  version integer NOT NULL
);

-- Records are elements, which are signed and go into the transparency log. `mac` is the code of an event with data, and
-- null here.
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
  mac text,
  PRIMARY KEY (stream_id, version),
  CHECK (num_nonnulls(element, data) = 1)
);

CREATE INDEX events_in_commit_order ON record_store.events (tx, pos);

CREATE FUNCTION record_store.refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'events are append-only' USING ERRCODE = 'insufficient_privilege';
END $$;

CREATE TRIGGER events_are_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON record_store.events
  FOR EACH STATEMENT EXECUTE FUNCTION record_store.refuse_change();

REVOKE UPDATE, DELETE, TRUNCATE ON record_store.events FROM PUBLIC;

-- The signature of an element, and the reason with the salt of its digest: a reason can be erased here.
CREATE TABLE record_store.companions (
  event_id text PRIMARY KEY,
  signature jsonb,
  reason text,
  reason_salt text
);

-- Names, each of which belongs to its owner for ever.
CREATE TABLE record_store.claims (
  name text PRIMARY KEY,
  owner text NOT NULL
);

-- Results of commands, for the same command that is sent again.
CREATE TABLE record_store.idempotency_keys (
  key text PRIMARY KEY,
  command_id text NOT NULL,
  body_digest text,
  reply json,
  refusal json,
  expires_at timestamptz NOT NULL,
  CHECK (num_nonnulls(reply, refusal) = 1)
);

CREATE INDEX idempotency_keys_by_expiry ON record_store.idempotency_keys (expires_at);

-- Many appends in one call: each succeeds or changes nothing. No two of one call may write the same stream, claim the
-- same name or store a result under the same idempotency key. Answers a row for each conflict. Sequential scans are off
-- because the cached plans may be from when the tables were empty.
CREATE FUNCTION record_store.append(_streams json, _events json, _claims json, _results json)
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

  IF json_array_length(_results) > 0 THEN
    -- An expired result is replaced. Where another call is about to store one under the key, this waits for it.
    WITH stored_here AS (
      INSERT INTO record_store.idempotency_keys AS t (key, command_id, body_digest, reply, refusal, expires_at)
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
        JOIN record_store.idempotency_keys AS earlier ON earlier.key = r.key
        WHERE r.append = ANY (beaten);
      refused := refused || beaten;
    END IF;
  END IF;

  -- Names that a refused append claimed are free again.
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
      traceparent, mac)
    SELECT e.stream_id, e.version, e.event_id, e.type, e.schema_version, e.element, e.data, e.traceparent, e.mac
    FROM json_to_recordset(_events) AS e(append integer, ordinal integer, stream_id text, version integer,
      event_id text, type text, schema_version smallint, element text, data jsonb,
      traceparent text, mac text)
    WHERE e.append <> ALL (refused)
    ORDER BY e.ordinal;
  INSERT INTO record_store.companions (event_id, signature, reason, reason_salt)
    SELECT e.event_id, e.signature, e.reason, e.reason_salt
    FROM json_to_recordset(_events) AS e(append integer, event_id text, signature jsonb, reason text,
      reason_salt text)
    WHERE e.append <> ALL (refused) AND num_nonnulls(e.signature, e.reason) > 0;

  -- A new stream of a refused append, or one whose absence was asserted, leaves no row behind.
  IF written < json_array_length(_streams) THEN
    DELETE FROM record_store.streams AS t
      USING json_to_recordset(_streams) AS s(stream_id text, expected integer)
      WHERE s.expected = 0 AND t.stream_id = s.stream_id AND t.version = 0;
  END IF;
END $$;

-- Metadata of records: pairs of texts that can be changed, searched and erased. Changes are events in a table of
-- their own, so that no follower of the log reads them. The newest text lies beside them, where it can be replaced and
-- erased: an event has its salted digest.

CREATE TABLE record_store.metadata_events (
  subject_id text NOT NULL,
  version integer NOT NULL,
  -- Null where the metadata were erased.
  digest text,
  occurred_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (subject_id, version)
);

CREATE TRIGGER metadata_events_are_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON record_store.metadata_events
  FOR EACH STATEMENT EXECUTE FUNCTION record_store.refuse_change();

-- Pairs are stored under the id of their project, so that one index serves each project alone.
CREATE TABLE record_store.metadata (
  subject_id text PRIMARY KEY,
  version integer NOT NULL,
  pairs jsonb NOT NULL,
  salt text
);

CREATE INDEX metadata_by_pair ON record_store.metadata USING gin (pairs jsonb_path_ops);

CREATE FUNCTION record_store.append_with_metadata(_streams json, _events json, _claims json, _results json, _metadata json)
RETURNS TABLE (append integer, conflict text, subject text, found text)
LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
#variable_conflict use_column
DECLARE
  refusal record;
  refused integer[] := '{}';
  wanted integer;
  written integer;
BEGIN
  FOR refusal IN SELECT * FROM record_store.append(_streams, _events, _claims, _results) LOOP
    refused := refused || refusal.append;
    RETURN QUERY SELECT refusal.append, refusal.conflict, refusal.subject, refusal.found;
  END LOOP;

  SELECT count(*) INTO wanted
    FROM json_to_recordset(_metadata) AS m(append integer) WHERE m.append <> ALL (refused);
  INSERT INTO record_store.metadata AS t (subject_id, version, pairs, salt)
    SELECT m.subject_id, m.version, m.pairs, m.salt
    FROM json_to_recordset(_metadata) AS m(append integer, subject_id text, version integer, pairs jsonb, salt text)
    WHERE m.append <> ALL (refused)
    ORDER BY m.subject_id
    ON CONFLICT (subject_id) DO UPDATE SET version = excluded.version, pairs = excluded.pairs, salt = excluded.salt
      WHERE t.version = excluded.version - 1;
  GET DIAGNOSTICS written = ROW_COUNT;
  -- What was appended before must not remain. The caller repeats each append alone.
  IF written < wanted THEN
    RAISE EXCEPTION 'metadata have changed meanwhile' USING ERRCODE = '23M01';
  END IF;
  INSERT INTO record_store.metadata_events (subject_id, version, digest)
    SELECT m.subject_id, m.version, m.digest
    FROM json_to_recordset(_metadata) AS m(append integer, subject_id text, version integer, digest text)
    WHERE m.append <> ALL (refused);
END $$;

-- The log's origin, which elements carry: a later setting must not change it.
CREATE TABLE record_store.log_origin (
  singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  origin text NOT NULL
);

-- Shows that the database went back in time: `beat` rises every half second and is also stored outside the database;
-- `epoch` rises when the database was restored, promoted or moved.
CREATE TABLE record_store.log_identity (
  singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  epoch integer NOT NULL,
  beat bigint NOT NULL,
  server text
);

INSERT INTO record_store.log_identity (epoch, beat) VALUES (1, 0);

-- Only the holder of a lease may do its work, and each of its writes checks the epoch. Session locks would not do: they
-- outlive a lost host for hours and break under a pooler.
CREATE TABLE record_store.leases (
  name text PRIMARY KEY,
  holder text NOT NULL,
  epoch bigint NOT NULL,
  expires_at timestamptz NOT NULL
);

-- How far each follower of a log has read; stored with the effects of the events before it.
CREATE TABLE record_store.positions (
  consumer text PRIMARY KEY,
  epoch integer NOT NULL DEFAULT 1,
  tx xid8 NOT NULL DEFAULT '0',
  pos bigint NOT NULL DEFAULT 0
);

-- When each subject that will expire does.
CREATE TABLE record_store.due (
  subject_id text PRIMARY KEY,
  due_at timestamptz NOT NULL
);

CREATE INDEX due_by_time ON record_store.due (due_at);

-- Which keys each running process has, by their ids, so that one with other keys is refused when it starts.
CREATE TABLE record_store.key_holders (
  process text COLLATE "C" NOT NULL,
  setting text COLLATE "C" NOT NULL,
  ids text[] NOT NULL,
  seen_at timestamptz NOT NULL,
  PRIMARY KEY (process, setting)
);

-- The transparency log. Gateways read it, and only the sequencer writes it. `covered` is the transaction id below which
-- every element is in the tree; all apps of an environment share one database.

-- The current tree.
CREATE TABLE record_store.log_state (
  singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  origin text NOT NULL,
  size bigint NOT NULL,
  root bytea NOT NULL,
  covered xid8 NOT NULL
);

-- How far the sequencer has read each log.
CREATE TABLE record_store.log_positions (
  source text PRIMARY KEY,
  tx xid8 NOT NULL,
  pos bigint NOT NULL
);

-- `slot` stands for the place of an element in its chain, which one element fills for ever.
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

-- Hashes do not compress.
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

-- The newest published checkpoint.
CREATE TABLE record_store.log_head (
  singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  tree_size bigint NOT NULL,
  root bytea NOT NULL,
  note text NOT NULL,
  covered xid8 NOT NULL,
  at timestamptz NOT NULL
);

-- Of published checkpoints: the served one and newer ones.
CREATE TABLE record_store.log_cosignatures (
  origin text NOT NULL,
  tree_size bigint NOT NULL,
  key_name text NOT NULL,
  key_hash bigint NOT NULL,
  signature bytea NOT NULL,
  cosigned_at timestamptz NOT NULL,
  PRIMARY KEY (origin, tree_size, key_name, key_hash)
);

-- The checkpoint that is served, with cosignatures in its note: valid for ten seconds, and only where there are
-- witnesses.
CREATE TABLE record_store.log_served (
  singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  origin text NOT NULL,
  tree_size bigint NOT NULL,
  note text NOT NULL,
  at timestamptz NOT NULL
);

-- Seals of the interaction history, which are sequenced like elements.
CREATE TABLE record_store.log_seals (
  number integer PRIMARY KEY CHECK (number > 0),
  digest bytea NOT NULL CHECK (octet_length(digest) = 32)
);
