import { publishedSchema } from '@service/platform/boundaries';

/** SQL of the key of the advisory lock of a stream, whose name `log/stream` is given in SQL. */
export const streamLockSql = (name: string): string => `hashtextextended(${name}, 0)`;

/** The arguments of `append`, in order, with their types. Those of one line have the same length. */
export const APPEND_ARGUMENTS = {
  // The streams of the call, each once: those with a log are asserted, the others are written.
  logs: 'text[]',
  streams: 'text[]',
  expected: 'integer[]',
  // Which append needs which of them, counted from 1.
  appends: 'integer[]',
  needs: 'integer[]',
  claimants: 'integer[]',
  names: 'text[]',
  owners: 'text[]',
  // Null without any.
  results: 'json',
  // The events in their order, each with its append.
  writers: 'integer[]',
  stream_ids: 'text[]',
  versions: 'integer[]',
  event_ids: 'text[]',
  types: 'text[]',
  schema_versions: 'smallint[]',
  elements: 'text[]',
  data: 'jsonb[]',
  signatures: 'bytea[]',
  reasons: 'text[]',
  reason_salts: 'text[]',
  traceparents: 'text[]',
  macs: 'text[]',
} as const;

/**
 * Many appends in one call: each succeeds or changes nothing. No two of one call may write the same stream, claim the
 * same name or store a result under the same idempotency key, and none may assert a stream that another one writes.
 * Answers a row for each conflict; where another call began the same stream meanwhile, it fails on `events_pkey`, and finds
 * the conflict when it is repeated. Each statement has one plan, whatever the length of the arrays; the settings of the
 * roles (`KEYED_ACCESS`) make it one by keys.
 * @param others the apps whose published streams may be asserted.
 */
export function appendFunctionSql(schema: string, others: readonly string[]): string {
  const versions = [[schema, schema], ...others.map((log) => [log, publishedSchema(log)])].map(
    ([log, place]) => `
          WHEN '${log}' THEN (SELECT e.version FROM ${place}.events AS e WHERE e.stream_id = s.stream_id
            ORDER BY e.version DESC LIMIT 1)`,
  );
  const parameters = Object.entries(APPEND_ARGUMENTS).map(([name, type]) => `_${name} ${type}`);
  return `
CREATE FUNCTION ${schema}.append(${parameters.join(', ')})
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
      SELECT log, ${streamLockSql(`coalesce(log, '${schema}') || '/' || stream_id`)} AS key
      FROM unnest(_logs, _streams, _expected) AS s(log, stream_id, expected)
      WHERE log IS NOT NULL OR expected > 0
      ORDER BY key, log NULLS FIRST
    ) AS in_order;

  -- A statement of its own, whose snapshot is from after the wait for the locks.
  SELECT array_agg(coalesce(
      CASE coalesce(s.log, '${schema}')${versions.join('')}
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
      INSERT INTO ${schema}.claims (name, owner)
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
        JOIN ${schema}.claims AS taken ON taken.name = c.name AND taken.owner <> c.owner
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
      INSERT INTO ${schema}.idempotency_keys AS t (key, command_id, body_digest, reply, refusal, expires_at, mac)
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
        JOIN ${schema}.idempotency_keys AS earlier ON earlier.key = r.key
        WHERE r.append = ANY (beaten);
      refused := refused || beaten;
    END IF;
  END IF;

  -- Names that a refused append claimed are free again.
  IF made <> '{}' AND refused <> '{}' THEN
    DELETE FROM ${schema}.claims AS t
      USING unnest(_claimants, _names, _owners) AS c(append, name, owner)
      WHERE c.append = ANY (refused) AND t.name = c.name AND t.owner = c.owner AND t.name = ANY (made);
  END IF;

  INSERT INTO ${schema}.events (stream_id, version, event_id, type, schema_version, element, data,
      signature, traceparent, mac)
    SELECT e.stream_id, e.version, e.event_id, e.type, e.schema_version, e.element, e.data, e.signature,
      e.traceparent, e.mac
    FROM unnest(_writers, _stream_ids, _versions, _event_ids, _types, _schema_versions, _elements, _data, _signatures,
        _traceparents, _macs)
      AS e(append, stream_id, version, event_id, type, schema_version, element, data, signature, traceparent, mac)
    WHERE e.append <> ALL (refused);
  IF num_nonnulls(VARIADIC _reasons) > 0 THEN
    INSERT INTO ${schema}.companions (event_id, reason, reason_salt)
      SELECT e.event_id, e.reason, e.reason_salt
      FROM unnest(_writers, _event_ids, _reasons, _reason_salts) AS e(append, event_id, reason, reason_salt)
      WHERE e.append <> ALL (refused) AND e.reason IS NOT NULL;
  END IF;
END $$;`;
}

/**
 * Calls `append` with a lock timeout `$1` and its arguments from `$2` on, and `write_metadata` with the one behind them. It
 * answers a row without conflicts too, so that the transaction's id comes in the same round trip.
 */
export function appendSql(schema: string, withMetadata: boolean): string {
  const count = Object.keys(APPEND_ARGUMENTS).length;
  const values = Array.from({ length: count }, (_, index) => `$${index + 2}`).join(', ');
  // The first half of the join is run first: no lock is waited for beyond the deadline.
  const conflicts = `
    SELECT conflicts.* FROM (SELECT set_config('lock_timeout', coalesce($1, current_setting('lock_timeout')), true)) AS patience
    LEFT JOIN ${schema}.append(${values}) AS conflicts ON true`;
  const transaction = 'pg_current_xact_id_if_assigned()::text AS transaction';
  if (!withMetadata) return conflicts.replace('conflicts.*', `conflicts.*, ${transaction}`);
  return `
    WITH conflicts AS MATERIALIZED (${conflicts})
    SELECT conflicts.*, ${transaction}
    FROM ${schema}.write_metadata($${count + 2}, ARRAY(SELECT append FROM conflicts WHERE append IS NOT NULL))
    CROSS JOIN conflicts`;
}
