import { publishedSchema } from '@service/platform/boundaries';
import type { Pool } from 'pg';
import type { LogSchemas } from './log-schemas.js';

/** A place in one event table; numbers of 64 bits travel as text. */
interface SourcePosition {
  tx: string;
  pos: string;
}

/** Where sequencing stands in each event table. */
export type SourcePositions = ReadonlyMap<string, SourcePosition>;

/** An element that is not in the log yet, by its row. */
export interface WaitingElement {
  subjectId: string;
  sequence: number;
  text: string;
  /** Text of the element before; null on the first, and where that row is gone. */
  before: string | null;
}

export interface WaitingPage {
  elements: WaitingElement[];
  /** Where to go on. */
  positions: SourcePositions;
  /** Every element of transactions below this id was sequenced before, or is on this page. */
  covered: bigint;
  /** The database's clock at the reading. */
  readAt: Date;
  /** Whether there may be more. */
  full: boolean;
}

interface Row extends SourcePosition {
  horizon: string;
  read_at: Date;
  source: string | null;
  stream_id: string;
  version: number;
  element: string;
  before: string | null;
}

/**
 * Elements of all event tables that come after some positions, in commit order and none skipped: what a running
 * transaction may still precede stays hidden, as for everybody who follows an event log.
 * @param limit for each event table.
 */
export async function readWaitingElements(
  pool: Pool,
  { sources }: LogSchemas,
  positions: SourcePositions,
  limit: number,
): Promise<WaitingPage> {
  const from = sources.map((source) => positions.get(source) ?? { tx: '0', pos: '0' });
  const { rows } = await pool.query<Row>({
    name: `waiting_elements.${sources.join('.')}`,
    text: waitingElementsSql(sources),
    values: [limit, ...from.flatMap(({ tx, pos }) => [tx, pos])],
  });
  const [{ horizon, read_at: readAt } = { horizon: '0', read_at: new Date(0) }] = rows;
  const waiting = rows.filter((row) => row.source !== null);
  const next = new Map<string, SourcePosition>();
  let covered = BigInt(horizon);
  let full = false;
  for (const source of sources) {
    const own = waiting.filter((row) => row.source === source);
    const last = own.at(-1);
    if (last !== undefined && own.length === limit) {
      full = true;
      next.set(source, { tx: last.tx, pos: last.pos });
      if (BigInt(last.tx) < covered) covered = BigInt(last.tx);
    } else {
      // Events that are no elements need not be looked at again either.
      next.set(source, { tx: horizon, pos: '0' });
    }
  }
  const elements = waiting.map(({ stream_id, version, element, before }) => {
    return { subjectId: stream_id, sequence: version, text: element, before };
  });
  return { elements, positions: next, covered, readAt, full };
}

function waitingElementsSql(sources: readonly string[]): string {
  const each = sources.map(
    (source, index) => `(
      SELECT '${source}' AS source, e.tx::text, e.pos::text, e.stream_id, e.version, e.element,
        p.element AS before, e.tx AS tx_order, e.pos AS pos_order
      FROM ${publishedSchema(source)}.events AS e
      LEFT JOIN ${publishedSchema(source)}.events AS p
        ON e.version > 1 AND p.stream_id = e.stream_id AND p.version = e.version - 1
      WHERE (e.tx, e.pos) > ($${2 * index + 2}::xid8, $${2 * index + 3}::bigint) AND e.tx < h.horizon
        AND e.element IS NOT NULL
      ORDER BY e.tx, e.pos LIMIT $1::integer
    )`,
  );
  return `SELECT h.horizon::text, h.read_at, waiting.*
    FROM (
      SELECT pg_snapshot_xmin(pg_current_snapshot()) AS horizon, clock_timestamp() AS read_at
    ) AS h
    LEFT JOIN LATERAL (${each.join(' UNION ALL ')}) AS waiting ON true
    ORDER BY waiting.tx_order, waiting.source, waiting.pos_order`;
}
