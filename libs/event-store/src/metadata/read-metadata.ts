import type { Metadata, MetadataState } from '@service/contracts';
import type { Pool } from 'pg';

/** The metadata of some subjects, without those that never had any. */
export async function readMetadata(
  pool: Pool,
  schema: string,
  ids: readonly string[],
): Promise<Map<string, MetadataState>> {
  const { rows } = await pool.query<{ subject_id: string; version: number; pairs: unknown }>({
    name: `${schema}.read_metadata`,
    text: `SELECT subject_id, version, pairs FROM ${schema}.metadata WHERE subject_id = ANY ($1::text[])`,
    values: [[...new Set(ids)]],
  });
  return new Map(
    rows.map(({ subject_id, version, pairs }) => {
      return [subject_id, { version, metadata: soundPairs(pairs) }];
    }),
  );
}

/** The texts among what is stored: an edited row must not fail the answers that it stands in. The scrub names it. */
function soundPairs(stored: unknown): Metadata {
  const pairs = Object.values((stored ?? {}) as object).flatMap((each: unknown) =>
    typeof each === 'object' && each !== null ? Object.entries(each) : [],
  );
  return Object.fromEntries(pairs.filter((pair): pair is [string, string] => typeof pair[1] === 'string'));
}
