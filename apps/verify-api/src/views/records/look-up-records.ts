import type { Lookup } from '@service/evidence';
import type { Pool, PoolClient } from 'pg';

/** What to look a record up by, within one project. */
export interface LookUpRequest {
  by: 'external_id' | 'content_digest';
  value: string;
  /** Only records of these authorities count; null for all. */
  authorities: readonly string[] | null;
}

/** The best match: records that have the value now come before those that had it, then active ones, then newer. */
export type LookUpMatch = Omit<Lookup, 'by' | 'counts'> & { recordId: string };

/** The matches of some requests in their order, and the view's progress when they were read. */
export interface LookUpResults {
  matches: (LookUpMatch | 'too many' | null)[];
  progress: string | null;
}

/** Most records with one content, now or before, that a look-up considers. */
export const MOST_CANDIDATES = 1_000;

/** The indexes of look-ups, which read nothing of other projects, nor of authorities beyond the caller's reach. */
export const lookUpIndexesSql = (schema: string): string[] => [
  `CREATE INDEX records_by_content ON ${schema}.records (project_id, content_digest, authority_id)`,
  `CREATE INDEX records_by_former_content ON ${schema}.former_contents (project_id, content_digest, authority_id)`,
  `CREATE INDEX records_by_external_id ON ${schema}.records (project_id, external_id, authority_id)
     WHERE external_id IS NOT NULL`,
];

/**
 * Looks up records of a project in the view, by one query.
 * @param progressSql expression for the view's progress, from its follower.
 */
export async function lookUpRecords(
  connection: Pool | PoolClient,
  projectId: string,
  requests: readonly LookUpRequest[],
  progressSql: string,
  now: Date,
): Promise<LookUpResults> {
  const asked = requests.map((request, n) => ({ n, ...request }));
  const { rows } = await connection.query<FoundRow>({
    name: 'look_up_records',
    text: lookUpSql(progressSql),
    values: [projectId, JSON.stringify(asked), now.toISOString()],
  });
  const matches = rows.map(matchOf);
  return { matches, progress: rows[0]?.progress ?? null };
}

interface FoundRow {
  progress: string | null;
  matches: number;
  revoked_matches: number;
  record_id: string | null;
  current: boolean | null;
}

function matchOf({ matches, revoked_matches, record_id, current }: FoundRow) {
  if (matches > MOST_CANDIDATES) return 'too many';
  return record_id === null
    ? null
    : { recordId: record_id, current: current === true, matches, revoked_matches };
}

const SOURCES = [
  ['id', 'records', 'content_digest'],
  ['record_id', 'former_contents', 'content_digest'],
  ['id', 'records', 'external_id'],
] as const;

/** The records that have, or had, the value asked for, at most one more than a look-up considers. */
const candidatesSql = (authority: string) =>
  SOURCES.map(
    ([id, table, column]) => `(
          SELECT ${id} AS id FROM verify_api_records.${table}
          WHERE a.by = '${column}' AND project_id = $1 AND ${column} = a.value AND ${authority}
          LIMIT ${MOST_CANDIDATES + 1})`,
  ).join(' UNION ');
const reached = 'ARRAY(SELECT json_array_elements_text(a.authorities))';

const IS_CURRENT = `(a.by <> 'content_digest' OR r.content_digest = a.value)`;
const IS_ACTIVE = `(r.state = 'active' AND (r.expires_at IS NULL OR r.expires_at > $3))`;
const BEST_FIRST = `${IS_CURRENT} DESC, ${IS_ACTIVE} DESC, r.created_at DESC, r.id DESC`;

/** The statement of a look-up. */
export const lookUpSql = (progressSql: string) => `
  SELECT ${progressSql} AS progress, f.*
  FROM json_to_recordset($2) AS a(n integer, by text, value text, authorities json)
  CROSS JOIN LATERAL (
    SELECT count(*)::integer AS matches,
      (count(*) FILTER (WHERE r.state = 'revoked'))::integer AS revoked_matches,
      (array_agg(r.id ORDER BY ${BEST_FIRST}))[1] AS record_id,
      (array_agg(${IS_CURRENT} ORDER BY ${BEST_FIRST}))[1] AS current
    FROM (
      ${candidatesSql('a.authorities IS NULL')} UNION ${candidatesSql(`authority_id = ANY (${reached})`)}
    ) AS c
    JOIN verify_api_records.records AS r ON r.id = c.id AND r.project_id = $1
  ) AS f
  ORDER BY a.n`;
