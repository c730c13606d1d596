import type { Pool } from 'pg';
import type { Block } from '../writing/lane.js';

/**
 * Stores blocks, all or none, in one statement. Repeated with the same blocks it changes nothing, so that a
 * commit which was not heard of can be tried again.
 */
export async function insertBlocks(pool: Pool, writer: string, blocks: readonly Block[]): Promise<void> {
  await pool.query({
    name: 'insert-history-blocks',
    text: `
      WITH incoming AS (
        SELECT * FROM unnest(
          $2::date[], $3::text[], $4::bigint[], $5::integer[], $6::timestamptz[], $7::timestamptz[],
          $8::text[], $9::text[], $10::bytea[], $11::text[], $12::json[], $13::json[]
        ) AS block (day, project_id, sequence, line_count, first_at, last_at,
                    first_request, last_request, links, lines, personal, tally)
      ), opened AS (
        INSERT INTO verify_api.lanes (day, project_id, writer)
        SELECT day, project_id, $1 FROM incoming WHERE sequence = 1
        ON CONFLICT DO NOTHING
      )
      INSERT INTO verify_api.interactions (day, project_id, writer, sequence, line_count, first_at, last_at,
                                           first_request, last_request, links, lines, personal, tally)
      SELECT day, project_id, $1, sequence, line_count, first_at, last_at,
             first_request, last_request, links, lines, personal, tally
      FROM incoming
      ON CONFLICT DO NOTHING`,
    values: [
      writer,
      blocks.map(({ day }) => day),
      blocks.map(({ project_id }) => project_id),
      blocks.map(({ sequence }) => sequence),
      blocks.map(({ line_count }) => line_count),
      blocks.map(({ first_at }) => first_at),
      blocks.map(({ last_at }) => last_at),
      blocks.map(({ first_request }) => first_request),
      blocks.map(({ last_request }) => last_request),
      blocks.map(({ links }) => links),
      blocks.map(({ lines }) => lines),
      blocks.map(({ personal }) => personal),
      blocks.map(({ tally }) => JSON.stringify(tally)),
    ],
  });
}
