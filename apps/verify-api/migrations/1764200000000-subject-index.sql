-- phase: expand
-- An index by which the blocks of an old day are found that name a subject.

CREATE FUNCTION verify_api.subjects_of(_lines text) RETURNS integer[]
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE COST 100000 SET search_path = pg_catalog, pg_temp AS $$
  SELECT coalesce(array_agg(DISTINCT ('x' || left(md5(subject), 8))::bit(32)::integer), '{}') FROM (
    SELECT (regexp_matches(list[1], '"(?:[^"\\]|\\.)*"', 'g'))[1] AS subject
    FROM regexp_matches(_lines, '"subjects":\[((?:"(?:[^"\\]|\\.)*",?)*)\]', 'g') AS list
    UNION ALL
    SELECT one[1] FROM regexp_matches(_lines, '"subject":("(?:[^"\\]|\\.)*")', 'g') AS one
  ) AS named
$$;

REVOKE EXECUTE ON FUNCTION verify_api.subjects_of(_lines text) FROM PUBLIC;

CREATE OR REPLACE FUNCTION verify_api.index_interactions_day(_day date) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET lock_timeout = '100ms' AS $$
DECLARE
  _name text := 'interactions_' || to_char(_day, 'YYYYMMDD');
BEGIN
  -- Of other days the name would be another's: those before Christ have the same digits.
  IF _day IS NULL OR _day NOT BETWEEN '2000-01-01' AND '9999-12-30' THEN
    RAISE EXCEPTION 'no day: %', _day USING ERRCODE = 'invalid_parameter_value';
  END IF;
  IF _day >= (clock_timestamp() AT TIME ZONE 'UTC')::date - 3 THEN
    RAISE EXCEPTION 'lines of the day % may still come', _day USING ERRCODE = 'invalid_parameter_value';
  END IF;
  -- Without statistics, the planner would rather compute the hashes of every block than read the index.
  EXECUTE format('ANALYZE verify_api.%I (day, project_id, writer, sequence)', _name);
  EXECUTE format('CREATE INDEX IF NOT EXISTS %I ON verify_api.%I USING gin (verify_api.subjects_of(lines))',
    _name || '_subjects', _name);
END $$;
REVOKE EXECUTE ON FUNCTION verify_api.index_interactions_day(_day date) FROM PUBLIC;
