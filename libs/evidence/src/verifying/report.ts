/**
 * All checks of a bundle in order. The names are stable: scripts and other verifiers may rely on them. An answer without
 * a bundle goes through the same list, as far as possible.
 */
export const CHECKS = [
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
  'answer.key',
  'answer.path',
  'answer.signature',
  'answer.request_id',
  'answer.request',
  'answer.nonce',
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
  'keys.signatures',
  'record.signatures',
  'authorities.signatures',
  'record.issuer_signatures',
  'answer.record',
  'answer.state',
  'answer.provenance',
  'answer.authority',
  'record.inclusion',
  'authorities.inclusion',
  'as_of.consistency',
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

/** All checks in their order. */
export interface Report {
  /** Whether no check failed. */
  ok: boolean;
  checks: Finding[];
}

/** The first failed check; null without one. */
export function firstFailure({ checks }: Report): Finding | null {
  return checks.find(({ outcome }) => outcome === 'failed') ?? null;
}
