import { historyDays } from './partitions.js';

/** Lines may still come to today and to this many days before it: these partitions are not indexed. */
export const OPEN_DAYS = 3;

/** A JSON text, as a regular expression of PostgreSQL. */
const TEXT = String.raw`"(?:[^"\\]|\\.)*"`;

/**
 * The index by which the blocks of an old day are found that name a subject. It is made when the day has long been over:
 * an index that grows with each line would cost every answer.
 */
export function subjectIndexSql(): string[] {
  return [
    // Of each subject a hash of its JSON text, as lines have it in `subjects`: the texts would make the index larger than
    // the lines. A search asks by `subject` for one of them. Within another value the names cannot occur, because their
    // quotes would be escaped. There is no JSON function here, since an intruder may have written anything, and these
    // refuse an escaped NUL.
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
