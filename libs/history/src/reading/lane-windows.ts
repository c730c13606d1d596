import type { PersonalFields } from '@service/evidence';
import type { Pool } from 'pg';

/** A lane of one project and day, and the place in it from which older blocks are read. */
export interface LanePlace {
  writer: string;
  /** Only blocks below this sequence are read; null for all. */
  before: string | null;
}

/** A block as it is read; `lines` is null where no line of it can match. */
export interface ReadBlock {
  writer: string;
  sequence: string;
  line_count: number;
  first_at: Date;
  last_at: Date;
  lines: string | null;
  links: Buffer | null;
  personal: Record<string, PersonalFields> | null;
}

/** The most blocks and lines of a lane that one query reads; the block that exceeds the limit of lines is read too. */
const WINDOW_BLOCKS = 256;
const WINDOW_LINES = 4_000;

/** The newest day on which a project has lanes, before the given day and not before `from`; null if there is none. */
export async function findDay(
  pool: Pool,
  projectId: string,
  below: string,
  from: string,
): Promise<string | null> {
  const { rows } = await pool.query<{ day: string | null }>(
    `SELECT max(day)::text AS day FROM verify_api.lanes WHERE project_id = $1 AND day < $2 AND day >= $3`,
    [projectId, below, from],
  );
  return rows[0]?.day ?? null;
}

/** The lanes of a day, each to be read from the block that contains a moment; from its newest if all end before it. */
export async function findLanes(
  pool: Pool,
  projectId: string,
  day: string,
  moment: string,
): Promise<LanePlace[]> {
  const { rows } = await pool.query<LanePlace>(
    `SELECT writer, (
       SELECT block.sequence + 1 FROM verify_api.interactions AS block
       WHERE block.day = $2 AND block.project_id = $1 AND block.writer = lane.writer AND block.last_at > $3
       ORDER BY block.last_at, block.sequence LIMIT 1
     )::text AS before
     FROM verify_api.lanes AS lane WHERE project_id = $1 AND day = $2`,
    [projectId, day, moment],
  );
  return rows;
}

/**
 * Reads the next blocks of some lanes, newest first.
 * @param texts a block comes with its lines only if they contain each of these texts.
 * @param named the member with the wanted subject, if the day is indexed: blocks that do not name the subject are left
 * out.
 */
export async function readWindows(
  pool: Pool,
  {
    projectId,
    day,
    lanes,
    texts,
    named,
  }: {
    projectId: string;
    day: string;
    lanes: readonly LanePlace[];
    texts: string[];
    named: string | null;
  },
): Promise<ReadBlock[]> {
  const { rows } = await pool.query<ReadBlock>(
    `SELECT lane.writer, block.sequence, block.line_count, block.first_at, block.last_at,
       CASE WHEN may.match THEN block.lines END AS lines,
       CASE WHEN may.match THEN block.links END AS links,
       CASE WHEN may.match THEN block.personal END AS personal
     FROM unnest($3::text[], $4::bigint[]) AS lane (writer, before)
     CROSS JOIN LATERAL (
       SELECT newest.*, sum(line_count) OVER (ORDER BY sequence DESC) - line_count AS lines_before FROM (
         SELECT * FROM verify_api.interactions
         WHERE day = $2 AND project_id = $1 AND writer = lane.writer
           AND sequence < coalesce(lane.before, 9223372036854775807)
           ${named === null ? '' : 'AND verify_api.subjects_of(lines) @> verify_api.subjects_of($6)'}
         ORDER BY sequence DESC LIMIT ${WINDOW_BLOCKS}
       ) AS newest
     ) AS block
     CROSS JOIN LATERAL (
       SELECT coalesce(bool_and(position(wanted IN block.lines) > 0), true) AS match FROM unnest($5::text[]) AS wanted
     ) AS may
     WHERE block.lines_before < ${WINDOW_LINES}
     ORDER BY lane.writer, block.sequence DESC`,
    [
      projectId,
      day,
      lanes.map(({ writer }) => writer),
      lanes.map(({ before }) => before),
      texts,
      ...(named === null ? [] : [named]),
    ],
  );
  return rows;
}
