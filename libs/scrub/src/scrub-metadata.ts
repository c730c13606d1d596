import { digestMetadata, type StoredPairs } from '@service/event-store';
import { publishedSchema } from '@service/platform/boundaries';
import type { PoolClient } from 'pg';
import { differenceInMetadata, type Difference } from './difference.js';
import type { Walk } from './walk.js';

/** What is stored of a subject's metadata, and the newest of its events; null where there is none. */
interface Row {
  subject_id: string;
  version: number | null;
  pairs: StoredPairs | null;
  salt: string | null;
  newest: number | null;
  digest: string | null;
  events: number;
}

/** Finds metadata that are not what their newest event says. */
export class MetadataWalk implements Walk {
  private after = '';
  private last: string | undefined;
  size = 0;

  constructor(
    private readonly log: string,
    private readonly pageSize: number,
  ) {}

  async look(client: PoolClient): Promise<Difference[]> {
    const { rows } = await client.query<Row>(pageSql(publishedSchema(this.log)), [this.after, this.pageSize]);
    this.size = rows.length;
    this.last = rows.at(-1)?.subject_id;
    return rows.filter((row) => !agrees(row)).map(({ subject_id }) => differenceInMetadata(subject_id));
  }

  advance(): boolean {
    if (this.last === undefined) return false;
    this.after = this.last;
    this.last = undefined;
    return true;
  }
}

function agrees({ version, pairs, salt, newest, digest, events }: Row): boolean {
  if (pairs === null || version !== newest || events !== newest) return false;
  // An erasure removes the text with its salt, and its event has no digest.
  if (salt === null || digest === null) return salt === digest && Object.keys(pairs).length === 0;
  try {
    return digestMetadata(salt, pairs) === digest;
  } catch {
    // The service always writes a digest: the row was edited.
    return false;
  }
}

const pageSql = (schema: string) => `
  WITH ids AS (
    (SELECT subject_id FROM ${schema}.metadata WHERE subject_id > $1 ORDER BY subject_id LIMIT $2)
    UNION
    (SELECT DISTINCT subject_id FROM ${schema}.metadata_events WHERE subject_id > $1 ORDER BY subject_id LIMIT $2)
    ORDER BY subject_id LIMIT $2
  )
  SELECT i.subject_id, m.version, m.pairs, m.salt, e.version AS newest, e.digest,
    (SELECT count(*)::integer FROM ${schema}.metadata_events AS each WHERE each.subject_id = i.subject_id) AS events
  FROM ids AS i
  LEFT JOIN ${schema}.metadata AS m ON m.subject_id = i.subject_id
  LEFT JOIN LATERAL (
    SELECT version, digest FROM ${schema}.metadata_events AS one
    WHERE one.subject_id = i.subject_id ORDER BY version DESC LIMIT 1
  ) AS e ON true
  ORDER BY i.subject_id`;
