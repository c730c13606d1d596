import { isTimestamp } from '@service/evidence';
import type { TallyEntry } from '../writing/tally.js';

/**
 * The entries of a tally that can be counted. A tally that was tampered with may hold any value: it must not prevent
 * others from being counted, and the check of the history reports it.
 */
export function countableEntries(tally: unknown): TallyEntry[] {
  return Array.isArray(tally) ? tally.filter(isCountable) : [];
}

function isCountable(entry: Partial<Record<keyof TallyEntry, unknown>> | null): entry is TallyEntry {
  if (typeof entry !== 'object' || entry === null) return false;
  const { hour, credential_id, operation, outcome, requests, items } = entry;
  const texts = [credential_id ?? '', operation, outcome].every(
    (text) => typeof text === 'string' && !text.includes('\0'),
  );
  return texts && typeof hour === 'string' && isTimestamp(hour) && isCount(requests) && isCount(items);
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
