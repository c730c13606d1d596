import type { CarriedEvent } from '@service/event-store';
import { publishedSchema } from '@service/platform/boundaries';
import type { Pool } from 'pg';
import type { LogSchemas } from './log-schemas.js';

/** A position in one event table; numbers of 64 bits are texts. */
interface SourcePosition {
  tx: string;
  pos: string;
}

/** The sequencer's position in each event table. */
export type SourcePositions = ReadonlyMap<string, SourcePosition>;

/** Row of an element that is not in the log yet. */
export interface WaitingElement {
  subjectId: string;
  sequence: number;
  text: string;
  /** The event of the element, with its code where it has one. */
  event: CarriedEvent;
  /** Text of the element before; null for the first, and where that row is missing. */
  before: string | null;
}

export interface WaitingPage {
  elements: WaitingElement[];
  /** The positions to continue from. */
  positions: SourcePositions;
  /** Every element of transactions below this id was sequenced before, or is on this page. */
  covered: bigint;
  /** Time of the database when the page was read. */
  readAt: Date;
  /** Whether there may be more pages. */
  full: boolean;
}

interface Row extends SourcePosition {
  horizon: string;
  read_at: Date;
  source: string | null;
  stream_id: string;
  version: number;
  event_id: string;
  type: string;
  schema_version: number;
  element: string;
  mac: string | null;
  before: string | null;
}

/**
 * Elements of all event tables after some positions, in commit order, none skipped: as for followers of an
 * event log, events that a running transaction could still precede are held back.
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
      // Skips events that are not elements, too.
      next.set(source, { tx: horizon, pos: '0' });
    }
  }
  const elements = waiting.map(
    ({ stream_id, version, event_id, type, schema_version, element, mac, before }) => {
      const named = { stream_id, version, event_id, type, schema_version, element, data: null };
      const event = mac === null ? named : { ...named, mac };
      return { subjectId: stream_id, sequence: version, text: element, event, before };
    },
  );
  return { elements, positions: next, covered, readAt, full };
}

function waitingElementsSql(sources: readonly string[]): string {
  const each = sources.map(
    (source, index) => `(
      SELECT '${source}' AS source, e.tx::text, e.pos::text, e.stream_id, e.version,
        e.event_id, e.type, e.schema_version, e.element, e.mac, p.element AS before, e.tx AS tx_order, e.pos AS pos_order
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
