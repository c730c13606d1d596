import { LINK_LENGTH, type SealedLane } from '@service/evidence';
import type { Pool } from 'pg';
import { findOpenDays } from '../usage/open-lanes.js';

interface NewestBlock {
  project_id: string;
  writer: string;
  sequence: string;
  line_count: number;
  head: string;
}

/** More lines than a lane can have: a greater sequence means that the block was tampered with. */
const MOST_LINES = 2 ** 52;

/**
 * Heads of lanes with lines after their newest seal, up to a limit. A lane whose newest block was tampered with is
 * skipped until its next block. Each open lane costs one index lookup.
 */
export async function findMovedLanes(pool: Pool, most: number): Promise<SealedLane[]> {
  const moved: SealedLane[] = [];
  for (const day of await findOpenDays(pool)) {
    // One query for each day, so that PostgreSQL plans for its partition alone.
    const { rows } = await pool.query<NewestBlock>(
      `SELECT lane.project_id, lane.writer, block.sequence, block.line_count,
         encode(substring(block.links FROM octet_length(block.links) - ${LINK_LENGTH - 1}), 'hex') AS head
       FROM verify_api.lanes AS lane
       CROSS JOIN LATERAL (
         SELECT sequence, line_count, links FROM verify_api.interactions
         WHERE day = $1 AND project_id = lane.project_id AND writer = lane.writer AND sequence > lane.sealed
         ORDER BY sequence DESC LIMIT 1
       ) AS block
       WHERE lane.day = $1 AND NOT lane.closed AND block.sequence BETWEEN 1 AND ${MOST_LINES}
         AND block.line_count > 0 AND octet_length(block.links) = ${LINK_LENGTH}::bigint * block.line_count
       LIMIT $2`,
      [day, most - moved.length],
    );
    moved.push(...rows.map((row) => headOf(day, row)));
    if (moved.length === most) break;
  }
  return moved;
}

function headOf(day: string, { project_id, writer, sequence, line_count, head }: NewestBlock): SealedLane {
  return { project_id, day, writer, count: Number(sequence) + line_count - 1, head: `sha256:${head}` };
}
