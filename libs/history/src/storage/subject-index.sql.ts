import { historyDays } from './partitions.js';

/** Today and this many days before it can still get lines, so their partitions are not indexed. */
export const OPEN_DAYS = 3;

/** Regular expression of PostgreSQL that matches a JSON string. */
const TEXT = String.raw`"(?:[^"\\]|\\.)*"`;

/**
 * The index for finding the blocks of an old day that name a subject. It is made long after the day's end: an index
 * that grows with each line would cost every answer.
 */
export function subjectIndexSql(): string[] {
  return [
    // Hashes the JSON string of each subject in `subjects`: the strings themselves would make the index larger than the
    // lines. A search passes one as `subject`. These names cannot occur within another value, whose quotes are escaped.
    // JSON functions would fail on an escaped NUL, which an intruder may have written.
    String.raw`CREATE FUNCTION verify_api.subjects_of(_lines text) RETURNS integer[]
      LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE COST 100000 SET search_path = pg_catalog, pg_temp AS $$
      SELECT coalesce(array_agg(DISTINCT ('x' || left(md5(subject), 8))::bit(32)::integer), '{}') FROM (
        SELECT (regexp_matches(list[1], '${TEXT}', 'g'))[1] AS subject
        FROM regexp_matches(_lines, '"subjects":\[((?:${TEXT},?)*)\]', 'g') AS list
        UNION ALL
        SELECT one[1] FROM regexp_matches(_lines, '"subject":(${TEXT})', 'g') AS one
      ) AS named
    $$`,
    'REVOKE EXECUTE ON FUNCTION verify_api.subjects_of(_lines text) FROM PUBLIC',
    historyDays.functionSql(
      'index',
      `IF _day >= (clock_timestamp() AT TIME ZONE 'UTC')::date - ${OPEN_DAYS} THEN
        RAISE EXCEPTION 'lines of the day % may still come', _day USING ERRCODE = 'invalid_parameter_value';
      END IF;
      -- Without statistics, the planner would rather compute the hashes of every block than read the index.
      EXECUTE format('ANALYZE verify_api.%I (day, project_id, writer, sequence)', _name);
      EXECUTE format('CREATE INDEX IF NOT EXISTS %I ON verify_api.%I USING gin (verify_api.subjects_of(lines))',
        _name || '_subjects', _name);`,
      "SET lock_timeout = '100ms'",
    ),
  ];
}
