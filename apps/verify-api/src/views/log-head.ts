import { UnavailableError } from '@service/contracts';
import { formatAsOf, parseCheckpoint } from '@service/evidence';

/** Milliseconds after which a log position is stale. */
export const STALE_AFTER = 5_000;

/** A published checkpoint of the transparency log. Answers hold as of such a position. */
export interface LogHead {
  origin: string;
  treeSize: number;
  /** Every element of the tree was written by a transaction below this id. */
  within: bigint;
  /** Value of `Service-Evidence-As-Of`. */
  shown: string;
  /** Time of the log's first checkpoint: before it, no element was in this log. */
  since: string;
  /** When the log last confirmed the checkpoint as its newest, converted from the database's clock to the monotonic one. */
  at: number;
}

/** The moment of the monotonic clock after which no answer holds as of a position. */
export function staleAt({ at }: LogHead): number {
  return at + STALE_AFTER;
}

/**
 * Call this where an answer is made: it may have waited for its turn since its position was taken.
 * @throws ServiceError `service.unavailable` where the position is stale.
 */
export function requireFresh(head: LogHead): void {
  const age = ageOf(head);
  if (age > STALE_AFTER) throw new UnavailableError({ cause: 'log_head_stale', age_ms: Math.round(age) });
}

/** A row of the query for the newest checkpoint. */
export interface HeadRow {
  tree_size: string;
  root: Buffer;
  note: string;
  covered: string;
  /** The furthest position that was read into the tree: the start of a transaction, or within it. */
  reached: { tx: string; within: boolean } | null;
  at: Date;
  since: Date | null;
  /** Milliseconds. */
  age: number;
  /** Entries that the log has, under a checkpoint or not. */
  leaves: number | null;
}

/** Milliseconds since the log last confirmed a position. */
export function ageOf({ at }: LogHead): number {
  return performance.now() - at;
}

/** The position of a row that was just read. */
export function headOf({ tree_size, root, note, covered, reached, at, since, age }: HeadRow): LogHead {
  const { origin } = parseCheckpoint(note.slice(0, note.indexOf('\n\n') + 1));
  const treeSize = Number(tree_size);
  const past = reached === null ? 0n : BigInt(reached.tx) + (reached.within ? 1n : 0n);
  const within = past > BigInt(covered) ? past : BigInt(covered);
  const shown = formatAsOf({ origin, treeSize, root, at: at.toISOString() });
  // A head ahead of the clock, which was set back or lies, is as stale as one behind it by as much.
  return {
    origin,
    treeSize,
    within,
    shown,
    since: (since ?? at).toISOString(),
    at: performance.now() - Math.abs(age),
  };
}

/** Query for the newest checkpoint. `reached` may be ahead of `covered`, because one of the two event logs can be further than the other. */
export const READ_HEAD = `
  SELECT h.tree_size::text, h.root, h.note, h.covered::text, h.at,
    (SELECT c.published_at FROM record_store_published.log_checkpoints AS c ORDER BY c.tree_size LIMIT 1) AS since,
    (SELECT (max(index) + 1)::float8 FROM record_store_published.log_leaves) AS leaves,
    (extract(epoch FROM clock_timestamp() - h.at) * 1000)::float8 AS age,
    (SELECT json_build_object('tx', p.tx::text, 'within', p.pos > 0)
      FROM record_store_published.log_positions AS p ORDER BY p.tx DESC, p.pos DESC LIMIT 1) AS reached
  FROM record_store_published.log_head AS h`;
