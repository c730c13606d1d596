/**
 * A position in a log: (transaction, position) in commit order, under the epoch of the database server. Numbers
 * of 64 bits are texts.
 */
export interface Position {
  epoch: number;
  tx: string;
  pos: string;
}

/** Before the first event. */
export const BEGINNING: Position = { epoch: 1, tx: '0', pos: '0' };

/** Negative where `left` comes before `right`, zero where they are equal, positive otherwise. */
export function comparePositions(left: Position, right: Position): number {
  if (left.epoch !== right.epoch) return left.epoch - right.epoch;
  return compareBigints(left.tx, right.tx) || compareBigints(left.pos, right.pos);
}

function compareBigints(left: string, right: string): number {
  const difference = BigInt(left) - BigInt(right);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}
