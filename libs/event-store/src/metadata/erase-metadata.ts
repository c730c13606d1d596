import type { Pool, PoolClient } from 'pg';

/**
 * Erases the metadata of a subject, with their salt: the digests in the events prove nothing then. The erasure is an event
 * too, so that a change that was decided before cannot bring a pair back.
 * @param client of the owner of the database.
 * @returns whether there were any.
 */
export async function eraseMetadata(
  client: Pool | PoolClient,
  schema: string,
  subjectId: string,
): Promise<boolean> {
  // Rows that somebody edited are erased too: the version goes on from that of the events, and the text never stays.
  const { rows } = await client.query<{ erased: number }>(
    `WITH erased AS (
       UPDATE ${schema}.metadata AS m SET version = newest.version + 1, pairs = '{}', salt = NULL
       FROM (
         SELECT least(coalesce(max(version), 0), 2147483646) AS version FROM ${schema}.metadata_events
         WHERE subject_id = $1
       ) AS newest
       WHERE m.subject_id = $1 AND (m.salt IS NOT NULL OR m.pairs <> '{}') RETURNING m.subject_id, m.version
     ), noted AS (
       INSERT INTO ${schema}.metadata_events (subject_id, version) SELECT subject_id, version FROM erased
       ON CONFLICT DO NOTHING
     )
     SELECT count(*)::integer AS erased FROM erased`,
    [subjectId],
  );
  return rows[0]?.erased === 1;
}
