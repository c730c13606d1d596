/** A position in one event table; numbers of 64 bits are texts. */
export interface SourcePosition {
  tx: string;
  pos: string;
}

/** The sequencer's position in each event table. */
export type SourcePositions = ReadonlyMap<string, SourcePosition>;

/** Rows that were read from several event tables below a horizon. */
interface ReadParts<Row> {
  /** The rows of all tables together, sorted by (tx, pos). */
  rows: readonly Row[];
  /** Where each table was read from. */
  from: SourcePositions;
  /** Most rows that were read of each table: one with so many may have more. */
  limit: number;
  horizon: bigint;
}

export interface CutPage<Row> {
  rows: Row[];
  /** The positions to continue from. */
  positions: SourcePositions;
  /** Every row of transactions below this id is on this page, or on one before. */
  covered: bigint;
  /** Whether there may be more pages. */
  full: boolean;
}

/**
 * The rows that can be sequenced: no table has an earlier row that was not read. Of each table that was not read to its end,
 * the last transaction that was read counts; the lowest of these ends the page. A transaction writes to one table.
 */
export function cutPage<Row extends SourcePosition & { source: string }>({
  rows,
  from,
  limit,
  horizon,
}: ReadParts<Row>): CutPage<Row> {
  const parts = [...from.keys()].map((source) => rows.filter((row) => row.source === source));
  const cut = lowest(
    parts.filter((part) => part.length >= limit).map((part) => BigInt(part.at(-1)?.tx ?? 0)),
  );
  const kept = cut === null ? [...rows] : rows.filter(({ tx }) => BigInt(tx) <= cut);
  // The horizon can be lower than one before: a transaction that holds nothing back was not told apart this time.
  const known = lowest([...from.values()].map(({ tx }) => BigInt(tx))) ?? 0n;
  const covered = cut ?? (horizon > known ? horizon : known);
  const positions = new Map<string, SourcePosition>();
  for (const [source, before] of from) {
    const last = kept.findLast((row) => row.source === source) ?? before;
    // Skips events that are not elements, too.
    const isFurther = BigInt(last.tx) >= covered;
    positions.set(source, isFurther ? { tx: last.tx, pos: last.pos } : { tx: `${covered}`, pos: '0' });
  }
  return { rows: kept, positions, covered, full: cut !== null };
}

function lowest(ids: readonly bigint[]): bigint | null {
  return ids.reduce<bigint | null>((least, id) => (least === null || id < least ? id : least), null);
}
