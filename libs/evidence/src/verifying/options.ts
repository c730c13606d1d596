import type { JsonValue } from '../json/strict-json.js';
import type { LogEntries } from './log-entries.js';
import type { Freshness } from './time-checks.js';

/** What a verifier may compare evidence with, in addition to its pinned keys. */
export interface VerifyOptions {
  /** Text of a checkpoint that the verifier stored earlier. */
  checkpoint?: string;
  /** Maximum age of the answer, in seconds; default: any age. */
  maxAgeSeconds?: number;
  /** The verifier's time; default: the platform's clock. */
  now?: Date;
  /** The caller's nonce. */
  nonce?: string;
  /** The caller's request body. */
  request?: JsonValue;
  /** The log's entries from the first, fetched beforehand. They prove what a bundle cannot contain. */
  entries?: LogEntries;
}

/** The required age with the verifier's time. */
export function freshnessOf({ now = new Date(), maxAgeSeconds = null }: WithNull): Freshness {
  return { now, maxAgeSeconds };
}

type WithNull = Pick<VerifyOptions, 'now'> & { maxAgeSeconds?: number | null };
