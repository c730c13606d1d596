import { partitionPositionsSql } from './partition-positions.js';
import { positionsSql } from './positions.js';
import { streamVersionsSql } from './stream-versions.js';

/** Tables that a schema needs to be filled from events, whatever feed brings the batches. */
export function consumerTablesSql(schema: string): string[] {
  return [positionsSql(schema), partitionPositionsSql(schema), ...streamVersionsSql(schema)];
}
