import type { JsonValue } from '../json/strict-json.js';
import type { LogEntries } from './log-entries.js';
import type { CheckName, Finding } from './report.js';
import type { Freshness } from './time-checks.js';

/** What a verifier may compare evidence with, in addition to its pinned keys. */
export interface VerifyOptions {
  /** Text of a checkpoint that the verifier stored earlier. */
  checkpoint?: string;
  /** Maximum age of the answer, in seconds; default: any age. */
  maxAgeSeconds?: number;
  /** How far two clocks may differ, in seconds. */
  clockSlackSeconds?: number;
  /** The verifier's time; default: the platform's clock. */
  now?: Date;
  /** The caller's nonce. */
  nonce?: string;
  /** The caller's request body. */
  request?: JsonValue;
  /** The log's entries from the first, fetched beforehand. They prove what a bundle cannot contain. */
  entries?: LogEntries;
  /** Whether the evidence must be compared with the entries, even if these are missing. */
  needsEntries?: boolean;
  /** Whether the checkpoint's witnesses must be checked, even where the evidence has no checkpoint. */
  needsWitnesses?: boolean;
  /** Whether evidence is verified under a policy that has expired, too. */
  allowExpiredPolicy?: boolean;
  /** Whether it must be proven that the log held nothing newer at the answer's position. */
  needsNewest?: boolean;
  /** Called with each result as it is known; the report has all of them in their order, also those that do not apply. */
  onCheck?: (finding: Finding) => void;
}

/** Seconds that two clocks may differ, if the verifier does not say otherwise. */
export const CLOCK_SLACK_SECONDS = 30;

/** Checks that nothing newer was in the log at the answer's position. */
export const NEWEST_CHECKS: readonly CheckName[] = ['absence.record', 'absence.authorities', 'absence.keys'];

/**
 * The checks that the verifier explicitly asked for: if one of them cannot be made, the evidence is not verified. Without
 * this, somebody who delivers the evidence could avoid a check by leaving something out.
 */
export function checksAskedFor({
  checkpoint,
  maxAgeSeconds,
  entries,
  needsEntries = entries !== undefined,
  needsWitnesses = false,
  needsNewest = false,
}: VerifyOptions): CheckName[] {
  const asked: [boolean, readonly CheckName[]][] = [
    [needsWitnesses, ['checkpoint.witnesses']],
    [maxAgeSeconds !== undefined, ['as_of.time', 'freshness.answer', 'freshness.witnesses']],
    [needsEntries, ['log.entries', 'log.slots']],
    [checkpoint !== undefined, ['kept.signature', 'kept.consistency']],
    [needsNewest, NEWEST_CHECKS],
  ];
  return asked.flatMap(([isAsked, checks]) => (isAsked ? checks : []));
}

/** The required age with the verifier's time. */
export function freshnessOf({
  now = new Date(),
  maxAgeSeconds = null,
  clockSlackSeconds = CLOCK_SLACK_SECONDS,
}: WithNull): Freshness {
  return { now, maxAgeSeconds, slack: clockSlackSeconds * 1_000 };
}

type WithNull = Pick<VerifyOptions, 'now' | 'clockSlackSeconds'> & { maxAgeSeconds?: number | null };
