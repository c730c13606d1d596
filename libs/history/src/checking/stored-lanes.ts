import type { HistoryLane, LaneHead } from '@service/evidence';
import type { Pool } from 'pg';
import { readSealsInLog } from '../sealing/logged-seals.js';

/** The head of a lane in its newest seal that is in the log, with the number of that seal. */
interface SealedHead extends LaneHead {
  seal: number;
}

/** A lane with its data in usage and seals. */
export interface StoredLane extends HistoryLane {
  /** How many lines usage has counted: the lane had at least as many. */
  counted: string;
  /** Sequence of the newest block when the check began; null without one. */
  newest: string | null;
  /** Null where no line of it is sealed. */
  sealed: SealedHead | null;
}

/** The lanes of a project and day. */
export interface StoredDay {
  day: string;
  /** When it was dropped, because its retention was over: its sealed lines may then be missing. */
  droppedAt: Date | null;
  /** Origin of the log that its seals are in; null without a log. */
  origin: string | null;
  lanes: StoredLane[];
}

type Row = Omit<StoredLane, 'sealed'> & { seal: number | null; count: string | null; head: string | null };

/** The lanes of a project and day, also those of which only blocks or seals are left. */
export async function findStoredDay(pool: Pool, projectId: string, day: string): Promise<StoredDay> {
  const { origin, logged } = await readSealsInLog(pool);
  const droppedAt = await readDroppedAt(pool, day);
  const { rows } = await pool.query<Row>(
    `WITH RECURSIVE sealed AS (
       (${newestOf('')})
       UNION ALL
       SELECT next.* FROM sealed CROSS JOIN LATERAL (${newestOf('AND writer < sealed.writer')}) AS next
     )
     SELECT ($1::date)::text AS day, $2 AS project_id, lane.writer, max(lane.counted)::text AS counted,
       (SELECT max(sequence) FROM verify_api.interactions AS block
        WHERE block.day = $1::date AND block.project_id = $2 AND block.writer = lane.writer)::text AS newest,
       max(sealed.seal) AS seal, max(sealed.count)::text AS count, max(encode(sealed.head, 'hex')) AS head
     FROM (
       SELECT writer, counted FROM verify_api.lanes WHERE day = $1::date AND project_id = $2
       UNION ALL
       SELECT DISTINCT writer, 0 FROM verify_api.interactions WHERE day = $1::date AND project_id = $2
       UNION ALL
       SELECT writer, 0 FROM sealed
     ) AS lane LEFT JOIN sealed USING (writer)
     GROUP BY lane.writer ORDER BY lane.writer`,
    [day, projectId, droppedAt === null ? logged : 0],
  );
  const lanes = rows.map(({ seal, count, head, ...lane }) => {
    if (droppedAt !== null) lane.counted = '0';
    const sealed: SealedHead | null =
      seal === null ? null : { seal, count: Number(count), head: `sha256:${head}` };
    return { ...lane, sealed };
  });
  return { day, droppedAt, origin, lanes };
}

/** Steps from writer to writer in the index, because a lane can have a sealed head for every second. */
function newestOf(condition: string): string {
  return `SELECT writer, seal, count, head FROM verify_api.history_sealed_lanes
    WHERE day = $1::date AND project_id = $2 AND seal <= $3 ${condition}
    ORDER BY writer DESC, seal DESC LIMIT 1`;
}

/** When a day was dropped; null while it is stored. */
export async function readDroppedAt(pool: Pool, day: string): Promise<Date | null> {
  const { rows } = await pool.query<{ dropped_at: Date }>(
    'SELECT dropped_at FROM verify_api.history_dropped_days WHERE day = $1',
    [day],
  );
  return rows[0]?.dropped_at ?? null;
}

/** The lines between the last seal that the lane's links still match and the first that they do not match. */
export async function findRewrittenLines(
  pool: Pool,
  { day, project_id, writer }: HistoryLane,
  seal: number,
): Promise<{ sequence: number; lines: number } | null> {
  const { rows } = await pool.query<{ good: string; bad: string | null }>(
    `WITH sealed AS (
       SELECT sealed.count, sealed.head = substring(block.links FROM (sealed.count - block.sequence)::integer * 32 + 1 FOR 32)
         AS is_true
       FROM verify_api.history_sealed_lanes AS sealed
       CROSS JOIN LATERAL (
         SELECT sequence, links FROM verify_api.interactions
         WHERE day = $1 AND project_id = $2 AND writer = $3 AND sequence BETWEEN 1 AND sealed.count
         ORDER BY sequence DESC LIMIT 1
       ) AS block
       WHERE sealed.day = $1 AND sealed.project_id = $2 AND sealed.writer = $3 AND sealed.seal <= $4
     ), bad AS (SELECT min(count) AS count FROM sealed WHERE NOT is_true)
     SELECT bad.count AS bad, coalesce(max(sealed.count) FILTER (WHERE sealed.count < bad.count), 0) AS good
     FROM bad LEFT JOIN sealed ON true GROUP BY bad.count`,
    [day, project_id, writer, seal],
  );
  const [row] = rows;
  if (row === undefined || row.bad === null) return null;
  return { sequence: Number(row.good) + 1, lines: Number(row.bad) - Number(row.good) };
}
