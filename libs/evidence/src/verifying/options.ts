import type { JsonValue } from '../json/strict-json.js';
import type { LogEntries } from './log-entries.js';
import type { Freshness } from './time-checks.js';

/** What a verifier may hold evidence against, beside what it pins. */
export interface VerifyOptions {
  /** Text of a checkpoint that was kept from before. */
  checkpoint?: string;
  /** How old the answer may be, in seconds; any age where it is left out. */
  maxAgeSeconds?: number;
  /** The verifier's clock; the platform's where it is left out. */
  now?: Date;
  /** The nonce that the caller sent. */
  nonce?: string;
  /** The body that the caller sent. */
  request?: JsonValue;
  /** The log's entries from the first on, fetched from it beforehand: what no bundle can carry follows from them. */
  entries?: LogEntries;
}

/** The age that is asked for, by the verifier's clock. */
export function freshnessOf({ now = new Date(), maxAgeSeconds = null }: WithNull): Freshness {
  return { now, maxAgeSeconds };
}

type WithNull = Pick<VerifyOptions, 'now'> & { maxAgeSeconds?: number | null };
