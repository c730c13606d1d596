import { horizonSql, type CarriedEvent } from '@service/event-store';
import { publishedSchema } from '@service/platform/boundaries';
import { unseen } from '@service/platform/postgres';
import type { Pool } from 'pg';
import { cutPage, type CutPage, type SourcePosition, type SourcePositions } from './cut-page.js';
import type { LogSchemas } from './log-schemas.js';

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

export interface WaitingPage extends Pick<CutPage<Row>, 'positions' | 'covered' | 'full'> {
  elements: WaitingElement[];
  /** Time of the database when the page was read. */
  readAt: Date;
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
 * event log, events that a transaction of a writer could still precede are held back.
 * @param limit for each event table.
 */
export async function readWaitingElements(
  pool: Pool,
  { sources }: LogSchemas,
  positions: SourcePositions,
  limit: number,
): Promise<WaitingPage> {
  const from = new Map(sources.map((source) => [source, positions.get(source) ?? { tx: '0', pos: '0' }]));
  const { rows } = await pool.query<Row>({
    name: `waiting_elements.${sources.join('.')}`,
    text: waitingElementsSql(sources),
    values: [limit, ...[...from.values()].flatMap(({ tx, pos }) => [tx, pos])],
  });
  const [{ horizon, read_at: readAt } = { horizon: '0', read_at: new Date(0) }] = rows;
  const waiting = rows.filter((row) => row.source !== null) as (Row & { source: string })[];
  const { rows: cut, ...page } = cutPage({ rows: waiting, from, limit, horizon: BigInt(horizon) });
  const elements = cut.map(({ stream_id, version, event_id, type, schema_version, element, mac, before }) => {
    const named = { stream_id, version, event_id, type, schema_version, element, data: null };
    const event = mac === null ? named : { ...named, mac };
    return { subjectId: stream_id, sequence: version, text: element, event, before };
  });
  return { ...page, elements, readAt };
}

function waitingElementsSql(sources: readonly string[]): string {
  const each = sources.map(
    (source, index) => `(
      SELECT '${source}' AS source, e.tx::text, e.pos::text, e.stream_id, e.version,
        e.event_id, e.type, e.schema_version, e.element, e.mac, p.element AS before, e.tx AS tx_order, e.pos AS pos_order
      FROM ${publishedSchema(source)}.events AS e
      LEFT JOIN ${publishedSchema(source)}.events AS p
        ON e.version > 1 AND p.stream_id = e.stream_id AND p.version = e.version - 1
      WHERE (e.tx, e.pos) > (${unseen(2 * index + 2, 'xid8')}, ${unseen(2 * index + 3, 'bigint')})
        AND e.tx < h.horizon AND e.element IS NOT NULL
      ORDER BY e.tx, e.pos LIMIT ${unseen(1, 'integer')}
    )`,
  );
  return `SELECT h.horizon::text, h.read_at, waiting.*
    FROM ${horizonSql(sources.map((source) => `${source}.events`))} AS h
    LEFT JOIN LATERAL (${each.join(' UNION ALL ')}) AS waiting ON true
    ORDER BY waiting.tx_order, waiting.pos_order`;
}
