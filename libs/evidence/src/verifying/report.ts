/**
 * All checks of a bundle in order. The names are stable: scripts and other verifiers may rely on them. An answer without
 * a bundle goes through the same list, as far as possible.
 */
export const CHECKS = [
  'policy.signature',
  'policy.version',
  'policy.expiry',
  'bundle.json',
  'bundle.form',
  'log.origin',
  'checkpoint.signature',
  'checkpoint.witnesses',
  'keys.form',
  'keys.digests',
  'keys.sequence',
  'keys.links',
  'keys.subject',
  'keys.times',
  'keys.transitions',
  'keys.inclusion',
  'answer.form',
  'answer.members',
  'answer.key',
  'answer.path',
  'answer.signature',
  'answer.request_id',
  'answer.request',
  'answer.nonce',
  'answer.key_time',
  'record.form',
  'record.digests',
  'record.sequence',
  'record.links',
  'record.subject',
  'record.times',
  'record.transitions',
  'authorities.form',
  'authorities.digests',
  'authorities.sequence',
  'authorities.links',
  'authorities.subject',
  'authorities.times',
  'authorities.transitions',
  'record.authority',
  'record.authority_active',
  'record.authority_current',
  'keys.signatures',
  'keys.publication',
  'record.signatures',
  'authorities.signatures',
  'record.issuer_signatures',
  'elements.key_times',
  'elements.salts',
  'answer.record',
  'answer.state',
  'answer.provenance',
  'answer.authority',
  'answer.lookup',
  'answer.verdict',
  'answer.times',
  'record.inclusion',
  'authorities.inclusion',
  'as_of.consistency',
  'as_of.elements',
  'as_of.time',
  'log.entries',
  'log.slots',
  'receipt.checkpoint',
  'receipt.inclusion',
  'receipt.consistency',
  'freshness.answer',
  'freshness.witnesses',
  'kept.signature',
  'kept.consistency',
  'absence.record',
  'absence.authorities',
  'absence.keys',
] as const;

/** Stable name of a check. */
export type CheckName = (typeof CHECKS)[number];

/** The result of a check; `not_checked` neither proves nor refutes anything. */
export type Outcome = 'passed' | 'failed' | 'not_checked';

/** A check with its result. */
export interface Finding {
  check: CheckName;
  outcome: Outcome;
  /** What was looked at. */
  about?: string;
  /** Why it failed or could not be checked. */
  why?: string;
}

/** How many of the pinned witnesses cosigned the checkpoint. */
export interface WitnessCount {
  cosigned: number;
  pinned: number;
}

/** All checks in their order. */
export interface Report {
  /** Whether no check failed, and every check that was asked for was made. */
  ok: boolean;
  checks: Finding[];
  /** Checks that were asked for and could not be made. */
  undecided: CheckName[];
  /** Whether it is proven that the log held nothing newer at the answer's position. */
  newest: boolean;
  witnesses: WitnessCount;
}

/** Why a report is not good: the first failed check, or the first that was asked for and not made; null for a good one. */
export function firstFailure({ checks, undecided }: Report): Finding | null {
  const failed = checks.find(({ outcome }) => outcome === 'failed');
  return failed ?? checks.find(({ check }) => undecided.includes(check)) ?? null;
}
