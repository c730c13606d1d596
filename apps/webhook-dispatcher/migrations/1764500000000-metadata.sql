-- phase: expand
-- Subscriptions have metadata: pairs of texts that can be changed, searched and erased.

CREATE TABLE webhook_dispatcher.metadata_events (
  subject_id text NOT NULL,
  version integer NOT NULL,
  -- Null where the metadata were erased.
  digest text,
  occurred_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (subject_id, version)
);
CREATE TABLE webhook_dispatcher.metadata (
  subject_id text PRIMARY KEY,
  version integer NOT NULL,
  pairs jsonb NOT NULL,
  salt text
);
CREATE INDEX metadata_by_pair ON webhook_dispatcher.metadata USING gin (pairs jsonb_path_ops);

CREATE TRIGGER metadata_events_are_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON webhook_dispatcher.metadata_events
  FOR EACH STATEMENT EXECUTE FUNCTION webhook_dispatcher.refuse_change();

CREATE FUNCTION webhook_dispatcher.append_with_metadata(_streams json, _events json, _claims json, _results json, _metadata json)
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
  FOR refusal IN SELECT * FROM webhook_dispatcher.append(_streams, _events, _claims, _results) LOOP
    refused := refused || refusal.append;
    RETURN QUERY SELECT refusal.append, refusal.conflict, refusal.subject, refusal.found;
  END LOOP;

  SELECT count(*) INTO wanted
    FROM json_to_recordset(_metadata) AS m(append integer) WHERE m.append <> ALL (refused);
  INSERT INTO webhook_dispatcher.metadata AS t (subject_id, version, pairs, salt)
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
  INSERT INTO webhook_dispatcher.metadata_events (subject_id, version, digest)
    SELECT m.subject_id, m.version, m.digest
    FROM json_to_recordset(_metadata) AS m(append integer, subject_id text, version integer, digest text)
    WHERE m.append <> ALL (refused);
END $$;
