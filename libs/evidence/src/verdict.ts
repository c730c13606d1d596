import type { AuthorityStanding } from './elements/authority-standing.js';
import type { RecordState } from './elements/record-transitions.js';

/** Why a verdict is `failed`, with what it means. */
export const VERDICT_REASONS = {
  'provenance.unverified':
    'The service cannot verify the record’s chain, or has found its stored data changed. Nothing else in the answer counts.',
  'record.suspended': 'The record is suspended. It may be reinstated.',
  'record.superseded': 'Another record has replaced it: `successor_id` names that one.',
  'record.expired': 'The record’s `expires_at` is over.',
  'record.revoked': 'The record is revoked, for good.',
  'authority.compromised':
    'The authority’s key was declared compromised from a time at or before the record’s newest transition.',
  'authority.not_valid_at_event': 'The authority was not active at the record’s newest transition.',
  'lookup.not_current': 'An earlier version of the record had this content; an amendment replaced it.',
} as const;
export type VerdictReason = keyof typeof VERDICT_REASONS;

/** What does not make a verdict `failed` but deserves a look, with what it means. */
export const VERDICT_WARNINGS = {
  'authority.not_valid_now':
    'The authority was valid at the record’s newest transition and no longer is: it is suspended, expired or revoked.',
  'provenance.not_logged':
    'The public log does not have the record’s newest transition yet. It usually has it within a second.',
  'lookup.several_records':
    'Several records match. The answer is about the newest active one, else the newest.',
  'lookup.revoked_match': 'A record that matches is revoked.',
} as const;
export type VerdictWarning = keyof typeof VERDICT_WARNINGS;

/** Whether a record is good. Only `passed` says yes. */
export interface Verdict {
  result: 'passed' | 'failed';
  /** Everything that makes it `failed`; empty where it is `passed`. */
  reasons: VerdictReason[];
  warnings: VerdictWarning[];
  /** The record that replaced a superseded one. */
  successor_id?: string;
}

/** By which members of a request a record can be looked up. */
export const LOOKUPS = ['external_id', 'content_digest', 'content'] as const;

/** What an answer says of a number that it does not prove. */
export const UNPROVEN = 'unproven';

/** How a record was found that the request does not name by its id. */
export interface Lookup {
  by: (typeof LOOKUPS)[number];
  /** What the two counts rest on: nothing in the answer proves how many other records match. */
  counts: typeof UNPROVEN;
  /** Whether the record has now what was asked for; false for a content that it had before an amendment. */
  current: boolean;
  /** Records that match, within the caller's project and authorities. */
  matches: number;
  /** How many of these are revoked. */
  revoked_matches: number;
}

/** The evidence that a verdict follows from. */
export interface VerdictBasis {
  /** Whether the provenance is verified. */
  verified: boolean;
  /** Whether there is a receipt: the log has the newest element. */
  logged: boolean;
  /** The record’s state at the time of the verdict. */
  state: RecordState;
  /** The newest element’s `successor_id`. */
  successorId: string | null;
  authority: Pick<AuthorityStanding, 'compromisedAtEvent' | 'validAtEvent' | 'validNow'>;
  /** Null where the request names the record by its id. */
  lookup: Lookup | null;
}

/**
 * Judges a record: it is good if its provenance is verified, it is active, its authority was valid at its newest
 * transition, and it has what it was looked up by.
 */
export function judgeRecord({
  verified,
  logged,
  state,
  successorId,
  authority,
  lookup,
}: VerdictBasis): Verdict {
  const reasons: VerdictReason[] = [];
  const warnings: VerdictWarning[] = [];
  if (!verified) reasons.push('provenance.unverified');
  if (state !== 'active') reasons.push(`record.${state}`);
  if (authority.compromisedAtEvent) reasons.push('authority.compromised');
  else if (!authority.validAtEvent) reasons.push('authority.not_valid_at_event');
  else if (!authority.validNow) warnings.push('authority.not_valid_now');
  if (!logged) warnings.push('provenance.not_logged');
  if (lookup !== null) {
    if (!lookup.current) reasons.push('lookup.not_current');
    if (lookup.matches > 1) warnings.push('lookup.several_records');
    if (lookup.revoked_matches > 0) warnings.push('lookup.revoked_match');
  }
  const result = reasons.length === 0 ? 'passed' : 'failed';
  const successor = state === 'superseded' && successorId !== null ? { successor_id: successorId } : {};
  return { result, reasons, warnings, ...successor };
}

/** A verdict in JCS form (RFC 8785), joined by hand for speed: most answers need one. */
export function renderVerdict({ result, reasons, warnings, successor_id: successorId }: Verdict): string {
  const successor = successorId === undefined ? '' : `,"successor_id":${JSON.stringify(successorId)}`;
  return (
    `{"reasons":${JSON.stringify(reasons)},"result":"${result}"${successor}` +
    `,"warnings":${JSON.stringify(warnings)}}`
  );
}

/** How a record was found, in JCS form. */
export function renderLookup({ by, counts, current, matches, revoked_matches }: Lookup): string {
  const found = `"by":"${by}","counts":"${counts}","current":${current}`;
  return `{${found},"matches":${matches},"revoked_matches":${revoked_matches}}`;
}
