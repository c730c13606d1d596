import { isTimestamp } from '@service/evidence';
import { isGateway } from '../lines/read-line.js';
import type { TallyEntry } from '../writing/tally.js';

/** A block's tally, with the values that it is checked against. */
export interface TalliedBlock {
  writer: string;
  line_count: number;
  tally: unknown;
}

/** The most items of a line: no batch is larger. */
const MOST_ITEMS = 1_000_000;

/**
 * The entries of a block's tally that can be counted. A tally that an intruder edited may hold anything: it must not
 * keep other blocks from being counted, and the check of the history reports it. Only the gateway's blocks can count
 * what credentials did.
 */
export function countableEntries({ writer, line_count, tally }: TalliedBlock): TallyEntry[] {
  if (!Array.isArray(tally)) return [];
  return tally.filter(isCountable).filter(({ requests, items, credential_id }) => {
    if (requests > line_count || items > requests * MOST_ITEMS) return false;
    return credential_id === null || isGateway(writer);
  });
}

function isCountable(entry: Partial<Record<keyof TallyEntry, unknown>> | null): entry is TallyEntry {
  if (typeof entry !== 'object' || entry === null) return false;
  const { hour, credential_id, operation, outcome, error_code = '', requests, items } = entry;
  const texts = [credential_id === null ? '' : credential_id, operation, outcome, error_code].every(
    (text) => typeof text === 'string' && !text.includes('\0'),
  );
  return texts && typeof hour === 'string' && isTimestamp(hour) && isCount(requests) && isCount(items);
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
