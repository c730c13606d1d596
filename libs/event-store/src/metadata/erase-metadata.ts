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
  const { rowCount } = await client.query(
    `WITH erased AS (
       UPDATE ${schema}.metadata SET version = version + 1, pairs = '{}', salt = NULL
       WHERE subject_id = $1 AND salt IS NOT NULL RETURNING subject_id, version
     )
     INSERT INTO ${schema}.metadata_events (subject_id, version) SELECT subject_id, version FROM erased`,
    [subjectId],
  );
  return rowCount !== null && rowCount > 0;
}
