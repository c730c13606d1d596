-- phase: expand
-- The event log. It is read in the order (tx, pos), below the oldest transaction only that may still append. That is
-- commit order, since the transaction of a version gets its id after the version before is committed; the guard at the
-- top of `append` ensures it.

-- An element is signed and goes into the transparency log. `mac` is the code of the app that wrote an event: readers ignore
-- data, and elements of keys, without it. Rows are only added, so vacuum goes by how many are new, not by the size of the table.
CREATE TABLE {schema}.events (
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
) WITH (autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 100000);

CREATE INDEX events_in_commit_order ON {schema}.events (tx, pos);

-- By the time of the events: what has ended lately is compared first and often.
CREATE INDEX ends ON {schema}.events (event_id)
  WHERE type ~ '[.](revoked|suspended|superseded|expired|disabled|removed)$';

CREATE FUNCTION {schema}.refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'events are append-only' USING ERRCODE = 'insufficient_privilege';
END $$;

CREATE TRIGGER events_are_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON {schema}.events
  FOR EACH STATEMENT EXECUTE FUNCTION {schema}.refuse_change();

REVOKE UPDATE, DELETE, TRUNCATE ON {schema}.events FROM PUBLIC;

-- Readers wait for transactions of the roles that may insert here, and of nobody else: so nobody else can.
CREATE FUNCTION {schema}.refuse_other_writers() RETURNS trigger LANGUAGE plpgsql AS $$
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

CREATE TRIGGER events_have_known_writers BEFORE INSERT ON {schema}.events
  FOR EACH STATEMENT EXECUTE FUNCTION {schema}.refuse_other_writers();

-- The reason of an event with the salt of its digest: it can be erased here.
CREATE TABLE {schema}.companions (
  event_id text PRIMARY KEY,
  reason text,
  reason_salt text
);

-- Names, each of which belongs to its owner forever.
CREATE TABLE {schema}.claims (
  name text PRIMARY KEY,
  owner text NOT NULL
);

-- Results of commands, for the same command that is sent again. `mac` is the owner’s code of the rest of the row.
CREATE TABLE {schema}.idempotency_keys (
  key text PRIMARY KEY,
  command_id text NOT NULL,
  body_digest text,
  reply json,
  refusal json,
  expires_at timestamptz NOT NULL,
  mac text,
  CHECK (num_nonnulls(reply, refusal) = 1)
);

CREATE INDEX idempotency_keys_by_expiry ON {schema}.idempotency_keys (expires_at);

-- Many appends in one call: each succeeds or changes nothing. No two of one call may write the same stream, claim the
-- same name or store a result under the same idempotency key, and none may assert a stream that another one writes.
-- Streams with a log are asserted, the others are written; `needs` counts them from 1. Answers a row for each conflict; where
-- another call began the same stream meanwhile, it fails on `events_pkey`, and finds the conflict when it is repeated. All
-- access is by keys (`KEYED_ACCESS`), so that no plan depends on the length of an array.
CREATE FUNCTION {schema}.append(_logs text[], _streams text[], _expected integer[], _appends integer[], _needs integer[], _claimants integer[], _names text[], _owners text[], _results json, _writers integer[], _stream_ids text[], _versions integer[], _event_ids text[], _types text[], _schema_versions smallint[], _elements text[], _data jsonb[], _signatures bytea[], _reasons text[], _reason_salts text[], _traceparents text[], _macs text[])
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
      SELECT log, hashtextextended(coalesce(log, '{schema}') || '/' || stream_id, 0) AS key
      FROM unnest(_logs, _streams, _expected) AS s(log, stream_id, expected)
      WHERE log IS NOT NULL OR expected > 0
      ORDER BY key, log NULLS FIRST
    ) AS in_order;

  -- A statement of its own, whose snapshot is from after the wait for the locks.
  SELECT array_agg(coalesce(
      CASE coalesce(s.log, '{schema}')
          WHEN '{schema}' THEN (SELECT e.version FROM {schema}.events AS e WHERE e.stream_id = s.stream_id
            ORDER BY e.version DESC LIMIT 1){asserted}
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
      INSERT INTO {schema}.claims (name, owner)
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
        -- No owner: it gave the name back after the insert.
        SELECT c.append, 'claim', c.name, coalesce(taken.owner, '')
        FROM unnest(_claimants, _names, _owners) AS c(append, name, owner)
        LEFT JOIN {schema}.claims AS taken ON taken.name = c.name
        WHERE c.append <> ALL (refused) AND taken.owner IS DISTINCT FROM c.owner
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
      INSERT INTO {schema}.idempotency_keys AS t (key, command_id, body_digest, reply, refusal, expires_at, mac)
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
        JOIN {schema}.idempotency_keys AS earlier ON earlier.key = r.key
        WHERE r.append = ANY (beaten);
      refused := refused || beaten;
    END IF;
  END IF;

  -- Names that a refused append claimed are free again.
  IF made <> '{}' AND refused <> '{}' THEN
    DELETE FROM {schema}.claims AS t
      USING unnest(_claimants, _names, _owners) AS c(append, name, owner)
      WHERE c.append = ANY (refused) AND t.name = c.name AND t.owner = c.owner AND t.name = ANY (made);
  END IF;

  INSERT INTO {schema}.events (stream_id, version, event_id, type, schema_version, element, data,
      signature, traceparent, mac)
    SELECT e.stream_id, e.version, e.event_id, e.type, e.schema_version, e.element, e.data, e.signature,
      e.traceparent, e.mac
    FROM unnest(_writers, _stream_ids, _versions, _event_ids, _types, _schema_versions, _elements, _data, _signatures,
        _traceparents, _macs)
      AS e(append, stream_id, version, event_id, type, schema_version, element, data, signature, traceparent, mac)
    WHERE e.append <> ALL (refused);
  IF num_nonnulls(VARIADIC _reasons) > 0 THEN
    INSERT INTO {schema}.companions (event_id, reason, reason_salt)
      SELECT e.event_id, e.reason, e.reason_salt
      FROM unnest(_writers, _event_ids, _reasons, _reason_salts) AS e(append, event_id, reason, reason_salt)
      WHERE e.append <> ALL (refused) AND e.reason IS NOT NULL;
  END IF;
END $$;
