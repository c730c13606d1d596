import {
  HistoryChecker,
  linkText,
  type Digest,
  type HistoryFault,
  type PersonalFields,
} from '@service/evidence';
import type { Pool } from 'pg';
import { isTrueSummary, type BlockSummary } from './is-true-summary.js';
import { findRewrittenLines, type StoredLane } from './stored-lanes.js';

/** `summary_edited`: the summary of a block differs from its lines; the sequence is that of the block. */
export type LaneFault = Omit<HistoryFault, 'kind'> & { kind: HistoryFault['kind'] | 'summary_edited' };

/** The result of the check of a lane. */
export interface LaneCheck {
  lines: number;
  /** Lines after the last sealed one. */
  unsealed: number;
  /** The link of the newest line. */
  head: Digest;
}

interface StoredBlock extends BlockSummary {
  links: Buffer;
  lines: string;
  personal: Record<string, PersonalFields>;
}

/** Checks a lane block by block, in constant memory; reports each fault as soon as it is found. */
export async function checkLane(
  pool: Pool,
  lane: StoredLane,
  found: (fault: LaneFault) => void,
): Promise<LaneCheck> {
  const { sealed } = lane;
  const checker = new HistoryChecker(lane, sealed);
  let lines = 0;
  for await (const block of blocksOf(pool, lane)) {
    const own = block.lines === '' ? [] : block.lines.split('\n');
    lines += own.length;
    const { links, personal } = block;
    const sequence = Number(block.sequence);
    const faults = checker.take({ sequence, links, lines: own, personal });
    for (const fault of faults) found(fault);
    const isProven = faults.length === 0 && checker.newest === lastOf(own);
    if (isProven && !isTrueSummary(lane.writer, block, own)) {
      found({ kind: 'summary_edited', sequence, lines: 1, request_id: null });
    }
  }
  for (const fault of checker.finish(Number(lane.counted))) {
    const place = fault.kind === 'rewritten' && sealed && (await findRewrittenLines(pool, lane, sealed.seal));
    found(place ? { ...fault, ...place } : fault);
  }
  const unsealed = Math.max(checker.newest - (sealed?.count ?? 0), 0);
  return { lines, unsealed, head: linkText(checker.head) };
}

const WINDOW_BLOCKS = 128;
const WINDOW_LINES = 4_000;

async function* blocksOf(
  pool: Pool,
  { day, project_id, writer, newest }: StoredLane,
): AsyncGenerator<StoredBlock> {
  // Below every sequence: an intruder may have set a sequence to any number.
  let after = '-9223372036854775808';
  for (; newest !== null;) {
    const { rows } = await pool.query<StoredBlock>(
      `SELECT * FROM (
         SELECT *, sum(line_count) OVER (ORDER BY sequence) - line_count AS lines_before FROM (
           SELECT * FROM verify_api.interactions
           WHERE day = $1 AND project_id = $2 AND writer = $3 AND sequence > $4 AND sequence <= $5
           ORDER BY sequence LIMIT ${WINDOW_BLOCKS}
         ) AS next
       ) AS block WHERE lines_before < ${WINDOW_LINES} ORDER BY sequence`,
      [day, project_id, writer, after, newest],
    );
    const last = rows[rows.length - 1];
    if (last === undefined) return;
    yield* rows;
    after = last.sequence;
  }
}

/** The sequence in the last line; null without one. */
function lastOf(lines: readonly string[]): number | null {
  try {
    const said = JSON.parse(lines[lines.length - 1] ?? '') as { sequence?: number } | null;
    return said?.sequence ?? null;
  } catch {
    return null;
  }
}
