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

/** Most blocks and lines that are checked at a time. */
export interface CheckWindow {
  blocks: number;
  lines: number;
}

interface StoredBlock extends BlockSummary {
  links: Buffer;
  lines: string;
  personal: Record<string, PersonalFields>;
}

const WINDOW: CheckWindow = { blocks: 128, lines: 4_000 };

/** Checks a lane window by window, in constant memory. */
export class LaneWalk {
  private readonly checker: HistoryChecker;
  private lines = 0;
  private isOver = false;
  // Below every sequence: an intruder may have set a sequence to any number.
  private after = '-9223372036854775808';

  constructor(
    readonly lane: StoredLane,
    private readonly window = WINDOW,
  ) {
    this.checker = new HistoryChecker(lane, lane.sealed);
  }

  /** What was checked so far. */
  get result(): LaneCheck {
    const { newest, head } = this.checker;
    const unsealed = Math.max(newest - (this.lane.sealed?.count ?? 0), 0);
    return { lines: this.lines, unsealed, head: linkText(head) };
  }

  /** Checks the next blocks. @returns the faults found by then; null after the end of the lane. */
  async step(pool: Pool): Promise<LaneFault[] | null> {
    if (this.isOver) return null;
    const blocks = await this.readBlocks(pool);
    const last = blocks.at(-1);
    if (last !== undefined) {
      this.after = last.sequence;
      return blocks.flatMap((block) => this.take(block));
    }
    this.isOver = true;
    return this.finish(pool);
  }

  private take(block: StoredBlock): LaneFault[] {
    const own = block.lines === '' ? [] : block.lines.split('\n');
    this.lines += own.length;
    const { links, personal } = block;
    const sequence = Number(block.sequence);
    const faults: LaneFault[] = this.checker.take({ sequence, links, lines: own, personal });
    const isProven = faults.length === 0 && this.checker.newest === lastOf(own);
    const isTrue = !isProven || isTrueSummary(this.lane.writer, block, own);
    return isTrue ? faults : [{ kind: 'summary_edited', sequence, lines: 1, request_id: null }];
  }

  private async finish(pool: Pool): Promise<LaneFault[]> {
    const { lane } = this;
    const faults: LaneFault[] = [];
    for (const fault of this.checker.finish(Number(lane.counted))) {
      const place =
        fault.kind === 'rewritten' && lane.sealed && (await findRewrittenLines(pool, lane, lane.sealed.seal));
      faults.push(place ? { ...fault, ...place } : fault);
    }
    return faults;
  }

  private async readBlocks(pool: Pool): Promise<StoredBlock[]> {
    const { day, project_id, writer, newest } = this.lane;
    if (newest === null) return [];
    const { rows } = await pool.query<StoredBlock>(
      `SELECT * FROM (
         SELECT *, sum(line_count) OVER (ORDER BY sequence) - line_count AS lines_before FROM (
           SELECT * FROM verify_api.interactions
           WHERE day = $1 AND project_id = $2 AND writer = $3 AND sequence > $4 AND sequence <= $5
           ORDER BY sequence LIMIT $6
         ) AS next
       ) AS block WHERE lines_before < $7 ORDER BY sequence`,
      [day, project_id, writer, this.after, newest, this.window.blocks, this.window.lines],
    );
    return rows;
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
