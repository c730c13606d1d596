/**
 * Tables and functions of one event log, for a migration of the app that owns the schema.
 *
 * The log is read in the order (tx, pos) and only below the oldest running transaction. That is the order of
 * commits only if no transaction holds an id from before the versions it appends to, hence the guard at the
 * top of `append`.
 */
export function eventLogSql(schema: string): string[] {
  return [tables(schema), immutability(schema), appendFunction(schema)];
}

const tables = (schema: string) => `
CREATE TABLE ${schema}.streams (
  stream_id text PRIMARY KEY,
  version integer NOT NULL
);
CREATE TABLE ${schema}.events (
  tx xid8 NOT NULL DEFAULT pg_current_xact_id(),
  pos bigint GENERATED ALWAYS AS IDENTITY,
  stream_id text NOT NULL,
  version integer NOT NULL,
  event_id text NOT NULL UNIQUE,
  type text NOT NULL,
  schema_version smallint NOT NULL,
  element text,
  data jsonb,
  PRIMARY KEY (stream_id, version),
  CHECK (num_nonnulls(element, data) = 1)
);
CREATE INDEX events_in_commit_order ON ${schema}.events (tx, pos);
CREATE TABLE ${schema}.companions (
  event_id text PRIMARY KEY,
  signature jsonb,
  reason text,
  reason_salt text
);
CREATE TABLE ${schema}.claims (
  name text PRIMARY KEY,
  owner text NOT NULL
);`;

const immutability = (schema: string) => `
CREATE FUNCTION ${schema}.refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'events are append-only' USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER events_are_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ${schema}.events
  FOR EACH STATEMENT EXECUTE FUNCTION ${schema}.refuse_change();
REVOKE UPDATE, DELETE, TRUNCATE ON ${schema}.events FROM PUBLIC;`;

/**
 * Many appends in one call: each succeeds or changes nothing. No two of one call may write the same stream or
 * claim the same name. Answers a row for each conflict. Its plans are kept from when the tables were empty, so
 * it is told not to scan them.
 */
const appendFunction = (schema: string) => `
CREATE FUNCTION ${schema}.append(_streams json, _events json, _claims json)
RETURNS TABLE (append integer, conflict text, subject text, found text)
LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
#variable_conflict use_column
DECLARE
  refused integer[] := '{}';
  beaten integer[];
  made text[];
  written integer;
BEGIN
  IF pg_current_xact_id_if_assigned() IS NOT NULL THEN
    RAISE EXCEPTION 'append must be the first write of its transaction'
      USING ERRCODE = 'object_not_in_prerequisite_state';
  END IF;

  -- Streams are locked in one order, new ones first, so that two calls cannot wait for each other.
  INSERT INTO ${schema}.streams (stream_id, version)
    SELECT s.stream_id, 0
    FROM json_to_recordset(_streams) AS s(stream_id text, expected integer)
    WHERE s.expected = 0
    ORDER BY s.stream_id
    ON CONFLICT DO NOTHING;
  PERFORM 1
    FROM json_to_recordset(_streams) AS s(stream_id text, expected integer)
    JOIN ${schema}.streams AS t ON t.stream_id = s.stream_id
    WHERE s.expected > 0
    ORDER BY t.stream_id
    FOR UPDATE OF t;

  RETURN QUERY
    SELECT s.append, 'version', s.stream_id, coalesce(t.version, 0)::text
    FROM json_to_recordset(_streams) AS s(append integer, stream_id text, expected integer)
    LEFT JOIN ${schema}.streams AS t ON t.stream_id = s.stream_id
    WHERE coalesce(t.version, 0) <> s.expected;
  IF FOUND THEN
    refused := ARRAY(
      SELECT DISTINCT s.append
      FROM json_to_recordset(_streams) AS s(append integer, stream_id text, expected integer)
      LEFT JOIN ${schema}.streams AS t ON t.stream_id = s.stream_id
      WHERE coalesce(t.version, 0) <> s.expected);
  END IF;

  IF json_array_length(_claims) > 0 THEN
    WITH claimed AS (
      INSERT INTO ${schema}.claims (name, owner)
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
      JOIN ${schema}.claims AS taken ON taken.name = c.name AND taken.owner <> c.owner
      WHERE c.append <> ALL (refused));
    IF beaten <> '{}' THEN
      RETURN QUERY
        SELECT c.append, 'claim', c.name, taken.owner
        FROM json_to_recordset(_claims) AS c(append integer, name text, owner text)
        JOIN ${schema}.claims AS taken ON taken.name = c.name AND taken.owner <> c.owner
        WHERE c.append = ANY (beaten);
      DELETE FROM ${schema}.claims AS t
        USING json_to_recordset(_claims) AS c(append integer, name text, owner text)
        WHERE c.append = ANY (beaten) AND t.name = c.name AND t.owner = c.owner AND t.name = ANY (made);
      refused := refused || beaten;
    END IF;
  END IF;

  UPDATE ${schema}.streams AS t SET version = grown.version
    FROM (
      SELECT e.stream_id, max(e.version) AS version
      FROM json_to_recordset(_events) AS e(append integer, stream_id text, version integer)
      WHERE e.append <> ALL (refused)
      GROUP BY e.stream_id
    ) AS grown
    WHERE t.stream_id = grown.stream_id;
  GET DIAGNOSTICS written = ROW_COUNT;
  INSERT INTO ${schema}.events (stream_id, version, event_id, type, schema_version, element, data)
    SELECT e.stream_id, e.version, e.event_id, e.type, e.schema_version, e.element, e.data
    FROM json_to_recordset(_events) AS e(append integer, ordinal integer, stream_id text, version integer,
      event_id text, type text, schema_version smallint, element text, data jsonb)
    WHERE e.append <> ALL (refused)
    ORDER BY e.ordinal;
  INSERT INTO ${schema}.companions (event_id, signature, reason, reason_salt)
    SELECT e.event_id, e.signature, e.reason, e.reason_salt
    FROM json_to_recordset(_events) AS e(append integer, event_id text, signature jsonb, reason text,
      reason_salt text)
    WHERE e.append <> ALL (refused) AND num_nonnulls(e.signature, e.reason) > 0;

  -- A stream that was refused, or whose absence was only rested on, leaves no row behind.
  IF written < json_array_length(_streams) THEN
    DELETE FROM ${schema}.streams AS t
      USING json_to_recordset(_streams) AS s(stream_id text, expected integer)
      WHERE s.expected = 0 AND t.stream_id = s.stream_id AND t.version = 0;
  END IF;
END $$;`;
