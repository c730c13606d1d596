-- phase: expand
-- Metadata: pairs of texts that can be changed, searched and erased. Changes are events in a table of
-- their own, so that no follower of the log reads them. The newest text lies beside them, where it can be replaced and
-- erased: an event has its salted digest.

CREATE TABLE {schema}.metadata_events (
  subject_id text NOT NULL,
  version integer NOT NULL,
  -- Null where the metadata were erased.
  digest text,
  occurred_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (subject_id, version)
);

CREATE TRIGGER metadata_events_are_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON {schema}.metadata_events
  FOR EACH STATEMENT EXECUTE FUNCTION {schema}.refuse_change();

-- Pairs are stored under the id of their project, so that one index serves each project alone.
CREATE TABLE {schema}.metadata (
  subject_id text PRIMARY KEY,
  version integer NOT NULL,
  pairs jsonb NOT NULL,
  salt text
);

CREATE INDEX metadata_by_pair ON {schema}.metadata USING gin (pairs jsonb_path_ops);

CREATE FUNCTION {schema}.write_metadata(_metadata json, _refused integer[])
RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  wanted integer;
  written integer;
BEGIN
  SELECT count(*) INTO wanted
    FROM json_to_recordset(_metadata) AS m(append integer) WHERE m.append <> ALL (_refused);
  INSERT INTO {schema}.metadata AS t (subject_id, version, pairs, salt)
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
  INSERT INTO {schema}.metadata_events (subject_id, version, digest)
    SELECT m.subject_id, m.version, m.digest
    FROM json_to_recordset(_metadata) AS m(append integer, subject_id text, version integer, digest text)
    WHERE m.append <> ALL (_refused);
END $$;
