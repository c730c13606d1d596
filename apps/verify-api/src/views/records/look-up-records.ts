import type { Lookup } from '@service/evidence';
import type { Pool, PoolClient } from 'pg';
import { afterMarkSql } from '../after-mark.sql.js';

/** What to look a record up by, within one project. */
export interface LookUpRequest {
  by: 'external_id' | 'content_digest';
  value: string;
  /** Only records of these authorities count; null for all. */
  authorities: readonly string[] | null;
}

/** Of the records that have the value now, else of those that had it, the newest active one, else the newest. */
export type LookUpMatch = Omit<Lookup, 'by'> & { recordId: string };

/** The matches of some requests in their order, and the view's progress when they were read. */
export interface LookUpResults {
  matches: (LookUpMatch | 'too many' | null)[];
  progress: string | null;
}

/** Most registrations and amendments with one content that a look-up considers. */
export const MOST_CANDIDATES = 1_000;

const PROJECT = afterMarkSql('"project_id":"', 'text');
const AUTHORITY = afterMarkSql('"id":"', `split_part(text, '"authority":{"digest":"', 2)`);
const DIGEST = afterMarkSql('"content_digest":"', 'text');
const HAS_NEW_CONTENT = `${afterMarkSql('"type":"', 'text')} IN ('service.record.registered', 'service.record.amended')`;

/** The index by content: a look-up reads nothing of other projects, nor of authorities beyond the caller's reach. */
export const contentIndexSql = (schema: string): string =>
  `CREATE INDEX elements_by_new_content ON ${schema}.elements
     ((${PROJECT}), (${DIGEST}), (${AUTHORITY})) WHERE ${HAS_NEW_CONTENT}`;

/** The index by external id, with the authority for callers that are limited to some. */
export const externalIdIndexSql = (schema: string): string =>
  `CREATE INDEX records_by_external_id ON ${schema}.records (project_id, external_id, authority_id)
     WHERE external_id IS NOT NULL`;

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
  candidates: number;
  matches: number;
  revoked_matches: number;
  record_id: string | null;
  current: boolean | null;
}

function matchOf({ candidates, matches, revoked_matches, record_id, current }: FoundRow) {
  if (candidates > MOST_CANDIDATES) return 'too many';
  return record_id === null
    ? null
    : { recordId: record_id, current: current === true, matches, revoked_matches };
}

const elementsWith = (authority: string) => `
  SELECT record_id AS id FROM verify_api_records.elements
  WHERE a.by = 'content_digest' AND ${HAS_NEW_CONTENT}
    AND ${PROJECT} = $1 AND ${DIGEST} = a.value AND ${authority}`;
const recordsNamed = (authority: string) => `
  SELECT id FROM verify_api_records.records
  WHERE a.by = 'external_id' AND project_id = $1 AND external_id = a.value AND ${authority}`;
const reached = 'ARRAY(SELECT json_array_elements_text(a.authorities))';

const IS_CURRENT = `(a.by <> 'content_digest' OR r.content_digest = a.value)`;
const IS_ACTIVE = `(r.state = 'active' AND (r.expires_at IS NULL OR r.expires_at > $3))`;
const BEST_FIRST = `${IS_CURRENT} DESC, ${IS_ACTIVE} DESC, r.registered_at DESC, r.id DESC`;

/** The statement of a look-up. */
export const lookUpSql = (progressSql: string) => `
  SELECT ${progressSql} AS progress, f.*
  FROM json_to_recordset($2) AS a(n integer, by text, value text, authorities json)
  CROSS JOIN LATERAL (
    SELECT coalesce(sum(c.times), 0)::integer AS candidates, count(*)::integer AS matches,
      (count(*) FILTER (WHERE r.state = 'revoked'))::integer AS revoked_matches,
      (array_agg(r.id ORDER BY ${BEST_FIRST}))[1] AS record_id,
      (array_agg(${IS_CURRENT} ORDER BY ${BEST_FIRST}))[1] AS current
    FROM (
      SELECT id, count(*) AS times FROM (
        (${elementsWith('a.authorities IS NULL')} LIMIT ${MOST_CANDIDATES + 1})
        UNION ALL (${elementsWith(`${AUTHORITY} = ANY (${reached})`)} LIMIT ${MOST_CANDIDATES + 1})
        UNION ALL (${recordsNamed('a.authorities IS NULL')})
        UNION ALL (${recordsNamed(`authority_id = ANY (${reached})`)})
      ) AS candidates GROUP BY id
    ) AS c
    JOIN verify_api_records.records AS r ON r.id = c.id AND r.project_id = $1
  ) AS f
  ORDER BY a.n`;
