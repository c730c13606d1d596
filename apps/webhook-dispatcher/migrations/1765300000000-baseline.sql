-- phase: expand
-- Subscriptions and their event log, published events, and deliveries.

-- The event log. It is read in the order (tx, pos), below the oldest transaction only that may still append. That is
-- commit order, since the transaction of a version gets its id after the version before is committed; the guard at the
-- top of `append` ensures it.

-- Subscriptions are data. `mac` is the code of the app that wrote an event: readers ignore data without it.
CREATE TABLE webhook_dispatcher.events (
  tx xid8 NOT NULL DEFAULT pg_current_xact_id(),
  pos bigint GENERATED ALWAYS AS IDENTITY,
  stream_id text NOT NULL,
  version integer NOT NULL,
  event_id text NOT NULL,
  type text NOT NULL,
  schema_version smallint NOT NULL,
  element text,
  data jsonb,
  signature bytea,
  traceparent text,
  mac text,
  PRIMARY KEY (stream_id, version),
  CHECK (num_nonnulls(element, data) = 1)
);

CREATE INDEX events_in_commit_order ON webhook_dispatcher.events (tx, pos);

-- By the time of the events: what has ended lately is compared first and often.
CREATE INDEX ends ON webhook_dispatcher.events (event_id)
  WHERE type ~ '[.](revoked|suspended|superseded|expired|disabled|removed)$';

CREATE FUNCTION webhook_dispatcher.refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'events are append-only' USING ERRCODE = 'insufficient_privilege';
END $$;

CREATE TRIGGER events_are_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON webhook_dispatcher.events
  FOR EACH STATEMENT EXECUTE FUNCTION webhook_dispatcher.refuse_change();

REVOKE UPDATE, DELETE, TRUNCATE ON webhook_dispatcher.events FROM PUBLIC;

-- Readers wait for transactions of the roles that may insert here, and of nobody else: so nobody else can.
CREATE FUNCTION webhook_dispatcher.refuse_other_writers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (
    SELECT FROM pg_class AS c CROSS JOIN aclexplode(coalesce(c.relacl, acldefault('r', c.relowner))) AS a
    WHERE c.oid = TG_RELID AND a.privilege_type = 'INSERT' AND pg_get_userbyid(a.grantee) = session_user
  ) THEN
    RAISE EXCEPTION '% may not append: readers would not wait for its transaction', session_user
      USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER events_have_known_writers BEFORE INSERT ON webhook_dispatcher.events
  FOR EACH STATEMENT EXECUTE FUNCTION webhook_dispatcher.refuse_other_writers();

REVOKE INSERT ON webhook_dispatcher.events FROM CURRENT_USER;

-- The reason of an event with the salt of its digest: it can be erased here.
CREATE TABLE webhook_dispatcher.companions (
  event_id text PRIMARY KEY,
  reason text,
  reason_salt text
);

-- Names, each of which belongs to its owner for ever.
CREATE TABLE webhook_dispatcher.claims (
  name text PRIMARY KEY,
  owner text NOT NULL
);

-- Results of commands, for the same command that is sent again. `mac` is the owner’s code of the rest of the row.
CREATE TABLE webhook_dispatcher.idempotency_keys (
  key text PRIMARY KEY,
  command_id text NOT NULL,
  body_digest text,
  reply json,
  refusal json,
  expires_at timestamptz NOT NULL,
  mac text,
  CHECK (num_nonnulls(reply, refusal) = 1)
);

CREATE INDEX idempotency_keys_by_expiry ON webhook_dispatcher.idempotency_keys (expires_at);

-- Many appends in one call: each succeeds or changes nothing. No two of one call may write the same stream, claim the
-- same name or store a result under the same idempotency key, and none may assert a stream that another one writes.
-- Streams with a log are asserted, the others are written; `needs` counts them from 1. Answers a row for each conflict. All
-- access is by keys, so that no plan depends on the length of an array.
CREATE FUNCTION webhook_dispatcher.append(_logs text[], _streams text[], _expected integer[], _appends integer[], _needs integer[], _claimants integer[], _names text[], _owners text[], _results json, _writers integer[], _stream_ids text[], _versions integer[], _event_ids text[], _types text[], _schema_versions smallint[], _elements text[], _data jsonb[], _signatures bytea[], _reasons text[], _reason_salts text[], _traceparents text[], _macs text[])
RETURNS TABLE (append integer, conflict text, subject text, actual text)
LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
#variable_conflict use_column
DECLARE
  found integer[];
  refused integer[] := '{}';
  beaten integer[];
  made text[] := '{}';
  stored text[];
BEGIN
  IF pg_current_xact_id_if_assigned() IS NOT NULL THEN
    RAISE EXCEPTION 'append must be the first write of its transaction'
      USING ERRCODE = 'object_not_in_prerequisite_state';
  END IF;
  -- Under another level, versions would be compared as they were before the wait for the locks.
  IF current_setting('transaction_isolation') <> 'read committed' THEN
    RAISE EXCEPTION 'append must run in READ COMMITTED' USING ERRCODE = 'object_not_in_prerequisite_state';
  END IF;

  -- Before the first write, which takes the transaction's id: so ids are in the order of decisions. In one order, so that
  -- two calls cannot wait for each other. A new stream needs no lock: its key decides.
  PERFORM CASE WHEN log IS NULL THEN pg_advisory_xact_lock(key) ELSE pg_advisory_xact_lock_shared(key) END
    FROM (
      SELECT log, hashtextextended(coalesce(log, 'webhook_dispatcher') || '/' || stream_id, 0) AS key
      FROM unnest(_logs, _streams, _expected) AS s(log, stream_id, expected)
      WHERE log IS NOT NULL OR expected > 0
      ORDER BY key, log NULLS FIRST
    ) AS in_order;

  -- A statement of its own, whose snapshot is from after the wait for the locks.
  SELECT array_agg(coalesce(
      CASE coalesce(s.log, 'webhook_dispatcher')
          WHEN 'webhook_dispatcher' THEN (SELECT e.version FROM webhook_dispatcher.events AS e WHERE e.stream_id = s.stream_id
            ORDER BY e.version DESC LIMIT 1)
      END, 0) ORDER BY s.ordinal)
    INTO found FROM unnest(_logs, _streams) WITH ORDINALITY AS s(log, stream_id, ordinal);
  IF found <> _expected THEN
    FOR append, conflict, subject, actual IN
      SELECT a.append, 'version', _streams[a.need], found[a.need]::text
      FROM unnest(_appends, _needs) AS a(append, need)
      WHERE found[a.need] <> _expected[a.need]
    LOOP
      refused := refused || append;
      RETURN NEXT;
    END LOOP;
  END IF;

  IF _names <> '{}' THEN
    WITH claimed AS (
      INSERT INTO webhook_dispatcher.claims (name, owner)
        SELECT c.name, c.owner
        FROM unnest(_claimants, _names, _owners) AS c(append, name, owner)
        WHERE c.append <> ALL (refused)
        ORDER BY c.name
        ON CONFLICT DO NOTHING
        RETURNING name
    )
    SELECT coalesce(array_agg(name), '{}') INTO made FROM claimed;
    IF cardinality(made) < cardinality(_names) THEN
      FOR append, conflict, subject, actual IN
        SELECT c.append, 'claim', c.name, taken.owner
        FROM unnest(_claimants, _names, _owners) AS c(append, name, owner)
        JOIN webhook_dispatcher.claims AS taken ON taken.name = c.name AND taken.owner <> c.owner
        WHERE c.append <> ALL (refused)
      LOOP
        beaten := beaten || append;
        RETURN NEXT;
      END LOOP;
      refused := refused || beaten;
    END IF;
  END IF;

  IF _results IS NOT NULL THEN
    -- An expired result is replaced. Where another call is about to store one under the key, this waits for it.
    WITH stored_here AS (
      INSERT INTO webhook_dispatcher.idempotency_keys AS t (key, command_id, body_digest, reply, refusal, expires_at, mac)
        SELECT r.key, r.command_id, r.body_digest, r.reply, r.refusal, r.expires_at, r.mac
        FROM json_to_recordset(_results) AS r(append integer, key text, command_id text, body_digest text,
          reply json, refusal json, expires_at timestamptz, mac text)
        WHERE r.append <> ALL (refused)
        ORDER BY r.key
        ON CONFLICT (key) DO UPDATE SET command_id = excluded.command_id, body_digest = excluded.body_digest,
          reply = excluded.reply, refusal = excluded.refusal, expires_at = excluded.expires_at, mac = excluded.mac
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
        JOIN webhook_dispatcher.idempotency_keys AS earlier ON earlier.key = r.key
        WHERE r.append = ANY (beaten);
      refused := refused || beaten;
    END IF;
  END IF;

  -- Names that a refused append claimed are free again.
  IF made <> '{}' AND refused <> '{}' THEN
    DELETE FROM webhook_dispatcher.claims AS t
      USING unnest(_claimants, _names, _owners) AS c(append, name, owner)
      WHERE c.append = ANY (refused) AND t.name = c.name AND t.owner = c.owner AND t.name = ANY (made);
  END IF;

  INSERT INTO webhook_dispatcher.events (stream_id, version, event_id, type, schema_version, element, data,
      signature, traceparent, mac)
    SELECT e.stream_id, e.version, e.event_id, e.type, e.schema_version, e.element, e.data, e.signature,
      e.traceparent, e.mac
    FROM unnest(_writers, _stream_ids, _versions, _event_ids, _types, _schema_versions, _elements, _data, _signatures,
        _traceparents, _macs)
      AS e(append, stream_id, version, event_id, type, schema_version, element, data, signature, traceparent, mac)
    WHERE e.append <> ALL (refused);
  IF num_nonnulls(VARIADIC _reasons) > 0 THEN
    INSERT INTO webhook_dispatcher.companions (event_id, reason, reason_salt)
      SELECT e.event_id, e.reason, e.reason_salt
      FROM unnest(_writers, _event_ids, _reasons, _reason_salts) AS e(append, event_id, reason, reason_salt)
      WHERE e.append <> ALL (refused) AND e.reason IS NOT NULL;
  END IF;
END $$;

-- Metadata of subscriptions: pairs of texts that can be changed, searched and erased. Changes are events in a table of
-- their own, so that no follower of the log reads them. The newest text lies beside them, where it can be replaced and
-- erased: an event has its salted digest.

CREATE TABLE webhook_dispatcher.metadata_events (
  subject_id text NOT NULL,
  version integer NOT NULL,
  -- Null where the metadata were erased.
  digest text,
  occurred_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (subject_id, version)
);

CREATE TRIGGER metadata_events_are_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON webhook_dispatcher.metadata_events
  FOR EACH STATEMENT EXECUTE FUNCTION webhook_dispatcher.refuse_change();

-- Pairs are stored under the id of their project, so that one index serves each project alone.
CREATE TABLE webhook_dispatcher.metadata (
  subject_id text PRIMARY KEY,
  version integer NOT NULL,
  pairs jsonb NOT NULL,
  salt text
);

CREATE INDEX metadata_by_pair ON webhook_dispatcher.metadata USING gin (pairs jsonb_path_ops);

CREATE FUNCTION webhook_dispatcher.write_metadata(_metadata json, _refused integer[])
RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  wanted integer;
  written integer;
BEGIN
  SELECT count(*) INTO wanted
    FROM json_to_recordset(_metadata) AS m(append integer) WHERE m.append <> ALL (_refused);
  INSERT INTO webhook_dispatcher.metadata AS t (subject_id, version, pairs, salt)
    SELECT m.subject_id, m.version, m.pairs, m.salt
    FROM json_to_recordset(_metadata) AS m(append integer, subject_id text, version integer, pairs jsonb, salt text)
    WHERE m.append <> ALL (_refused)
    ORDER BY m.subject_id
    ON CONFLICT (subject_id) DO UPDATE SET version = excluded.version, pairs = excluded.pairs, salt = excluded.salt
      WHERE t.version = excluded.version - 1;
  GET DIAGNOSTICS written = ROW_COUNT;
  -- What was appended before must not remain. The caller repeats each append alone.
  IF written < wanted THEN
    RAISE EXCEPTION 'metadata have changed meanwhile' USING ERRCODE = '23M01';
  END IF;
  INSERT INTO webhook_dispatcher.metadata_events (subject_id, version, digest)
    SELECT m.subject_id, m.version, m.digest
    FROM json_to_recordset(_metadata) AS m(append integer, subject_id text, version integer, digest text)
    WHERE m.append <> ALL (_refused);
END $$;

-- Shows that the database went back in time: `beat` rises every half second and is also stored outside the database;
-- `epoch` rises when the database was restored, promoted or moved.
CREATE TABLE webhook_dispatcher.log_identity (
  singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  epoch integer NOT NULL,
  beat bigint NOT NULL,
  server text
);

INSERT INTO webhook_dispatcher.log_identity (epoch, beat) VALUES (1, 0);

-- Only the holder of a lease may do its work, and each of its writes checks the epoch. Session locks would not do: they
-- outlive a lost host for hours and break under a pooler.
CREATE TABLE webhook_dispatcher.leases (
  name text PRIMARY KEY,
  holder text NOT NULL,
  epoch bigint NOT NULL,
  expires_at timestamptz NOT NULL
);

-- How far each follower of a log has read; stored with the effects of the events before it.
CREATE TABLE webhook_dispatcher.positions (
  consumer text PRIMARY KEY,
  epoch integer NOT NULL DEFAULT 1,
  tx xid8 NOT NULL DEFAULT '0',
  pos bigint NOT NULL DEFAULT 0
);

-- How far each consumer of events from a topic has come, and which version of each stream it has applied.

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

-- Streams whose next event could not be applied: they stand still, and others go on.
CREATE TABLE webhook_dispatcher.parked_streams (
  consumer text NOT NULL,
  stream_id text NOT NULL,
  version integer NOT NULL,
  cause text NOT NULL,
  parked_at timestamptz NOT NULL DEFAULT now(),
  replay_requested boolean NOT NULL DEFAULT false,
  PRIMARY KEY (consumer, stream_id)
);

-- Published events, which the gateway reads: in the order (tx, pos), below the oldest transaction that may still insert
-- some. `mac` is the code of the app that rendered an event: one without is neither signed nor shown. `traceparent` is that of the request
-- that the event comes from: its deliveries, which may be made days later, link to it.

CREATE SEQUENCE webhook_dispatcher.published_positions;

CREATE TABLE webhook_dispatcher.published_events (
  tx xid8 NOT NULL DEFAULT pg_current_xact_id(),
  pos bigint NOT NULL DEFAULT nextval('webhook_dispatcher.published_positions'),
  day date NOT NULL,
  event_id text NOT NULL,
  project_id text NOT NULL,
  type text NOT NULL,
  subject_id text NOT NULL,
  authority_id text,
  subscription_id text,
  -- Compressed: see packBody.
  body bytea NOT NULL,
  mac text,
  traceparent text,
  PRIMARY KEY (day, event_id)
) PARTITION BY RANGE (day);

CREATE INDEX ON webhook_dispatcher.published_events (project_id, tx, pos);

CREATE INDEX ON webhook_dispatcher.published_events (project_id, type, tx, pos);

CREATE INDEX ON webhook_dispatcher.published_events (subject_id, tx, pos);

CREATE INDEX ON webhook_dispatcher.published_events (authority_id, tx, pos);

CREATE TRIGGER published_events_have_known_writers BEFORE INSERT ON webhook_dispatcher.published_events
  FOR EACH STATEMENT EXECUTE FUNCTION webhook_dispatcher.refuse_other_writers();

REVOKE INSERT ON webhook_dispatcher.published_events FROM CURRENT_USER;

-- Finds the events whose code an operator removed, to have them rendered again; empty at other times.
CREATE INDEX published_events_without_code ON webhook_dispatcher.published_events (day, event_id) WHERE mac IS NULL;

-- The position up to which events were dropped.
CREATE TABLE webhook_dispatcher.published_floor (
  singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  tx xid8 NOT NULL,
  pos bigint NOT NULL
);

INSERT INTO webhook_dispatcher.published_floor (tx, pos) VALUES ('0', 0);

-- The app makes, detaches and drops days by these functions of the owner, and has no right to change the table.

CREATE FUNCTION webhook_dispatcher.make_published_events_day(_day date) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp  AS $$
DECLARE
  _name text := 'published_events_' || to_char(_day, 'YYYYMMDD');
BEGIN
  -- Of other days the name would be another's: those before Christ have the same digits.
  IF _day IS NULL OR _day NOT BETWEEN '2000-01-01' AND '9999-12-30' THEN
    RAISE EXCEPTION 'no day: %', _day USING ERRCODE = 'invalid_parameter_value';
  END IF;
  PERFORM pg_advisory_xact_lock(1702260340);
  IF EXISTS (SELECT FROM pg_class WHERE relnamespace = 'webhook_dispatcher'::regnamespace AND relname = _name) THEN
    RETURN;
  END IF;
  EXECUTE format('CREATE TABLE webhook_dispatcher.%I (LIKE webhook_dispatcher.published_events INCLUDING ALL)', _name);
  EXECUTE format('ALTER TABLE webhook_dispatcher.published_events ATTACH PARTITION webhook_dispatcher.%I FOR VALUES FROM (%L) TO (%L)',
    _name, _day, _day + 1);
END $$;
REVOKE EXECUTE ON FUNCTION webhook_dispatcher.make_published_events_day(_day date) FROM PUBLIC;

CREATE FUNCTION webhook_dispatcher.detach_published_events_day(_day date) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET lock_timeout = '100ms' AS $$
DECLARE
  _name text := 'published_events_' || to_char(_day, 'YYYYMMDD');
BEGIN
  -- Of other days the name would be another's: those before Christ have the same digits.
  IF _day IS NULL OR _day NOT BETWEEN '2000-01-01' AND '9999-12-30' THEN
    RAISE EXCEPTION 'no day: %', _day USING ERRCODE = 'invalid_parameter_value';
  END IF;
  IF _day >= (clock_timestamp() AT TIME ZONE 'UTC')::date - 1 THEN
    RAISE EXCEPTION 'the day % may not go yet', _day USING ERRCODE = 'invalid_parameter_value';
  END IF;
  EXECUTE format('ALTER TABLE webhook_dispatcher.published_events DETACH PARTITION webhook_dispatcher.%I %s', _name, (
    SELECT CASE WHEN inhdetachpending THEN 'FINALIZE' ELSE '' END FROM pg_inherits
    WHERE inhrelid = format('webhook_dispatcher.%I', _name)::regclass));
END $$;
REVOKE EXECUTE ON FUNCTION webhook_dispatcher.detach_published_events_day(_day date) FROM PUBLIC;

CREATE FUNCTION webhook_dispatcher.drop_published_events_day(_day date) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp  AS $$
DECLARE
  _name text := 'published_events_' || to_char(_day, 'YYYYMMDD');
BEGIN
  -- Of other days the name would be another's: those before Christ have the same digits.
  IF _day IS NULL OR _day NOT BETWEEN '2000-01-01' AND '9999-12-30' THEN
    RAISE EXCEPTION 'no day: %', _day USING ERRCODE = 'invalid_parameter_value';
  END IF;
  IF EXISTS (SELECT FROM pg_inherits WHERE inhrelid = format('webhook_dispatcher.%I', _name)::regclass) THEN
    RAISE EXCEPTION 'the day % is attached', _day USING ERRCODE = 'object_in_use';
  END IF;
  EXECUTE format('DROP TABLE webhook_dispatcher.%I', _name);
END $$;
REVOKE EXECUTE ON FUNCTION webhook_dispatcher.drop_published_events_day(_day date) FROM PUBLIC;

-- Deliveries.

-- From a sequence: a row that is deleted and inserted again must not repeat the epoch of an old lease.
CREATE SEQUENCE webhook_dispatcher.lease_epochs;

-- A row for each subscription and aggregate with waiting entries, which are delivered in the order of `seq`. The last
-- attempt of an entry deletes it. A lease ends at `due`: a poll for due rows skips leased ones, and finds those whose
-- holder crashed. Rows are deleted soon after they are inserted, hence an eager vacuum without pauses.
CREATE TABLE webhook_dispatcher.queues (
  subscription_id text COLLATE "C" NOT NULL,
  aggregate_id text COLLATE "C" NOT NULL,
  due timestamptz NOT NULL,
  lease_epoch bigint NOT NULL DEFAULT 0,
  leased boolean NOT NULL DEFAULT false,
  -- When the first entry is attempted by the schedule, while an attempt by request comes first.
  scheduled_at timestamptz,
  -- The delivery whose retry was requested since the queue was leased. It has a meaning only while the queue is leased.
  retry_delivery_id text,
  PRIMARY KEY (subscription_id, aggregate_id)
) WITH (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_cost_delay = 0);

CREATE INDEX ON webhook_dispatcher.queues (subscription_id, due);

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
  replay_id text,
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
  -- Whether it was a retry by request, ahead of the schedule.
  manual boolean NOT NULL DEFAULT false,
  replay_id text,
  PRIMARY KEY (subscription_id, delivery_id, number, day)
) PARTITION BY RANGE (day);

CREATE INDEX ON webhook_dispatcher.attempts (subscription_id, delivery_id) WHERE outcome = 'exhausted';

CREATE INDEX ON webhook_dispatcher.attempts (subscription_id, event_id) WHERE replayed;

-- The cheapest for every delivery to keep up: equality is all that is asked for.
CREATE INDEX attempts_by_event ON webhook_dispatcher.attempts USING hash (event_id);

-- Finds cancelled deliveries by their last attempt.
CREATE INDEX attempts_that_ended_nothing ON webhook_dispatcher.attempts (subscription_id, delivery_id)
  WHERE outcome IN ('retry', 'gone');

-- The app makes, detaches and drops days by these functions of the owner, and has no right to change the table.

CREATE FUNCTION webhook_dispatcher.make_attempts_day(_day date) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp  AS $$
DECLARE
  _name text := 'attempts_' || to_char(_day, 'YYYYMMDD');
BEGIN
  -- Of other days the name would be another's: those before Christ have the same digits.
  IF _day IS NULL OR _day NOT BETWEEN '2000-01-01' AND '9999-12-30' THEN
    RAISE EXCEPTION 'no day: %', _day USING ERRCODE = 'invalid_parameter_value';
  END IF;
  PERFORM pg_advisory_xact_lock(1635021936);
  IF EXISTS (SELECT FROM pg_class WHERE relnamespace = 'webhook_dispatcher'::regnamespace AND relname = _name) THEN
    RETURN;
  END IF;
  EXECUTE format('CREATE TABLE webhook_dispatcher.%I (LIKE webhook_dispatcher.attempts INCLUDING ALL)', _name);
  EXECUTE format('ALTER TABLE webhook_dispatcher.attempts ATTACH PARTITION webhook_dispatcher.%I FOR VALUES FROM (%L) TO (%L)',
    _name, _day, _day + 1);
END $$;
REVOKE EXECUTE ON FUNCTION webhook_dispatcher.make_attempts_day(_day date) FROM PUBLIC;

CREATE FUNCTION webhook_dispatcher.detach_attempts_day(_day date) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET lock_timeout = '100ms' AS $$
DECLARE
  _name text := 'attempts_' || to_char(_day, 'YYYYMMDD');
BEGIN
  -- Of other days the name would be another's: those before Christ have the same digits.
  IF _day IS NULL OR _day NOT BETWEEN '2000-01-01' AND '9999-12-30' THEN
    RAISE EXCEPTION 'no day: %', _day USING ERRCODE = 'invalid_parameter_value';
  END IF;
  IF _day >= (clock_timestamp() AT TIME ZONE 'UTC')::date - 1 THEN
    RAISE EXCEPTION 'the day % may not go yet', _day USING ERRCODE = 'invalid_parameter_value';
  END IF;
  EXECUTE format('ALTER TABLE webhook_dispatcher.attempts DETACH PARTITION webhook_dispatcher.%I %s', _name, (
    SELECT CASE WHEN inhdetachpending THEN 'FINALIZE' ELSE '' END FROM pg_inherits
    WHERE inhrelid = format('webhook_dispatcher.%I', _name)::regclass));
END $$;
REVOKE EXECUTE ON FUNCTION webhook_dispatcher.detach_attempts_day(_day date) FROM PUBLIC;

CREATE FUNCTION webhook_dispatcher.drop_attempts_day(_day date) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp  AS $$
DECLARE
  _name text := 'attempts_' || to_char(_day, 'YYYYMMDD');
BEGIN
  -- Of other days the name would be another's: those before Christ have the same digits.
  IF _day IS NULL OR _day NOT BETWEEN '2000-01-01' AND '9999-12-30' THEN
    RAISE EXCEPTION 'no day: %', _day USING ERRCODE = 'invalid_parameter_value';
  END IF;
  IF EXISTS (SELECT FROM pg_inherits WHERE inhrelid = format('webhook_dispatcher.%I', _name)::regclass) THEN
    RAISE EXCEPTION 'the day % is attached', _day USING ERRCODE = 'object_in_use';
  END IF;
  EXECUTE format('DROP TABLE webhook_dispatcher.%I', _name);
END $$;
REVOKE EXECUTE ON FUNCTION webhook_dispatcher.drop_attempts_day(_day date) FROM PUBLIC;

-- Only endpoints that have failed.
CREATE TABLE webhook_dispatcher.endpoints (
  subscription_id text COLLATE "C" PRIMARY KEY,
  failures integer NOT NULL,
  failing_since timestamptz,
  held_until timestamptz,
  probe_at timestamptz
);

-- Replays whose deliveries are not all planned.
CREATE TABLE webhook_dispatcher.replays (
  request_id text PRIMARY KEY,
  subscription_id text NOT NULL,
  since timestamptz NOT NULL,
  until timestamptz NOT NULL,
  only_failed boolean NOT NULL,
  cursor text NOT NULL DEFAULT '',
  requested_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

-- All replays, which stay readable after they were planned.
CREATE TABLE webhook_dispatcher.replay_progress (
  replay_id text COLLATE "C" PRIMARY KEY,
  subscription_id text COLLATE "C" NOT NULL,
  since timestamptz NOT NULL,
  until timestamptz NOT NULL,
  only_failed boolean NOT NULL,
  requested_at timestamptz NOT NULL,
  -- Deliveries planned so far, and those of them that ended.
  planned integer NOT NULL DEFAULT 0,
  succeeded integer NOT NULL DEFAULT 0,
  exhausted integer NOT NULL DEFAULT 0,
  -- Whether all of its deliveries are planned.
  complete boolean NOT NULL DEFAULT false,
  cancelled boolean NOT NULL DEFAULT false
);

CREATE INDEX ON webhook_dispatcher.replay_progress (subscription_id, replay_id);

-- Which keys each running process has, by their ids, so that one with other keys is refused when it starts.
CREATE TABLE webhook_dispatcher.key_holders (
  process text COLLATE "C" NOT NULL,
  setting text COLLATE "C" NOT NULL,
  ids text[] NOT NULL,
  seen_at timestamptz NOT NULL,
  PRIMARY KEY (process, setting)
);
