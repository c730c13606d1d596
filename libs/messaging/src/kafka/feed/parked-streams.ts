import type { Pool } from 'pg';

/** A parked stream, as an operator sees it. */
export interface ParkedStream {
  /** `<schema>.<name>`. */
  consumer: string;
  stream_id: string;
  /** Version of the event that could not be applied. */
  version: number;
  cause: string;
  parked_at: Date;
}

/** The parked streams of all consumers of a database, the oldest first. */
export async function listParked(pool: Pool): Promise<ParkedStream[]> {
  const parked = await Promise.all(
    (await consumerSchemas(pool)).map(async (schema) => {
      const { rows } = await pool.query<ParkedStream>(
        `SELECT $1 || '.' || consumer AS consumer, stream_id, version, cause, parked_at
         FROM ${schema}.parked_streams`,
        [schema],
      );
      return rows;
    }),
  );
  return parked.flat().sort((a, b) => a.parked_at.getTime() - b.parked_at.getTime());
}

/** How many streams the consumers with tables in a schema have parked, for each schema that the role can read. */
export async function countParked(pool: Pool): Promise<{ schema: string; count: number }[]> {
  return Promise.all(
    (await consumerSchemas(pool)).map(async (schema) => {
      const { rows } = await pool.query<{ count: number }>(
        `SELECT count(*)::integer AS count FROM ${schema}.parked_streams`,
      );
      return { schema, count: rows[0]?.count ?? 0 };
    }),
  );
}

/**
 * Requests a replay of parked streams, which their consumer performs at its next check.
 * @param streamId null for all of them.
 * @returns how many were requested.
 */
export async function requestReplay(pool: Pool, streamId: string | null): Promise<number> {
  let requested = 0;
  for (const schema of await consumerSchemas(pool)) {
    const { rowCount } = await pool.query(
      `UPDATE ${schema}.parked_streams SET replay_requested = true WHERE stream_id = $1 OR $1 IS NULL`,
      [streamId],
    );
    requested += rowCount ?? 0;
  }
  return requested;
}

async function consumerSchemas(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ schema: string }>(
    `SELECT quote_ident(table_schema) AS schema FROM information_schema.tables
     WHERE table_name = 'parked_streams' ORDER BY 1`,
  );
  return rows.map(({ schema }) => schema);
}
