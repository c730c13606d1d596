/**
 * Many appends in one call: each succeeds or changes nothing. No two of one call may write the same stream,
 * claim the same name or leave an outcome under the same key. Answers a row for each conflict. Its plans are
 * kept from when the tables were empty, so it is told not to scan them.
 */
export const appendFunctionSql = (schema: string): string => `
CREATE FUNCTION ${schema}.append(_streams json, _events json, _claims json, _outcomes json)
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
      refused := refused || beaten;
    END IF;
  END IF;

  IF json_array_length(_outcomes) > 0 THEN
    -- One whose time is over is as good as none. For one that another call is about to leave, this waits.
    WITH left_here AS (
      INSERT INTO ${schema}.outcomes AS t (key, command_id, body_digest, reply, refusal, kept_until)
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
        JOIN ${schema}.outcomes AS standing ON standing.key = o.key
        WHERE o.append = ANY (beaten);
      refused := refused || beaten;
    END IF;
  END IF;

  -- What was claimed by an append that is refused after all is free again.
  IF made <> '{}' AND refused <> '{}' THEN
    DELETE FROM ${schema}.claims AS t
      USING json_to_recordset(_claims) AS c(append integer, name text, owner text)
      WHERE c.append = ANY (refused) AND t.name = c.name AND t.owner = c.owner AND t.name = ANY (made);
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
  INSERT INTO ${schema}.events (stream_id, version, event_id, type, schema_version, element, data,
      traceparent)
    SELECT e.stream_id, e.version, e.event_id, e.type, e.schema_version, e.element, e.data, e.traceparent
    FROM json_to_recordset(_events) AS e(append integer, ordinal integer, stream_id text, version integer,
      event_id text, type text, schema_version smallint, element text, data jsonb,
      traceparent text)
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
