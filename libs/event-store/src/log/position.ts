/**
 * A place in a log: (transaction, position) in the order of commits, under the epoch of the database server.
 * Numbers of 64 bits travel as text.
 */
export interface Position {
  epoch: number;
  tx: string;
  pos: string;
}

/** Before the first event. */
export const BEGINNING: Position = { epoch: 1, tx: '0', pos: '0' };

/** Negative, zero or positive as `left` comes before, at or after `right`. */
export function comparePositions(left: Position, right: Position): number {
  if (left.epoch !== right.epoch) return left.epoch - right.epoch;
  return compareBigints(left.tx, right.tx) || compareBigints(left.pos, right.pos);
}

function compareBigints(left: string, right: string): number {
  const difference = BigInt(left) - BigInt(right);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}
