import { partitionPositionsSql } from './partition-positions.js';
import { positionsSql } from './positions.js';
import { streamVersionsSql } from './stream-versions.js';

/** What a schema needs whose tables are an effect of events, wherever their batches come from. */
export function consumerTablesSql(schema: string): string[] {
  return [positionsSql(schema), partitionPositionsSql(schema), ...streamVersionsSql(schema)];
}
