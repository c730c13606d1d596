import type { Metadata, MetadataState } from '@service/contracts';
import type { Pool } from 'pg';
import type { StoredPairs } from './metadata-changes.js';

/** The metadata of some subjects, without those that never had any. */
export async function readMetadata(
  pool: Pool,
  schema: string,
  ids: readonly string[],
): Promise<Map<string, MetadataState>> {
  const { rows } = await pool.query<{ subject_id: string; version: number; pairs: StoredPairs }>({
    name: `${schema}.read_metadata`,
    text: `SELECT subject_id, version, pairs FROM ${schema}.metadata WHERE subject_id = ANY ($1::text[])`,
    values: [[...new Set(ids)]],
  });
  return new Map(
    rows.map(({ subject_id, version, pairs }) => {
      const metadata = Object.assign({}, ...Object.values(pairs)) as Metadata;
      return [subject_id, { version, metadata }];
    }),
  );
}
