/**
 * All checks of a bundle in order, each in its group. The names are stable: scripts and other verifiers may rely on them.
 * An answer without a bundle goes through the same list, as far as possible.
 */
const GROUP_OF = {
  'policy.signature': 'origin',
  'policy.version': 'origin',
  'policy.expiry': 'origin',
  'bundle.json': 'origin',
  'bundle.form': 'origin',
  'log.origin': 'origin',
  'checkpoint.signature': 'log',
  'checkpoint.witnesses': 'log',
  'keys.form': 'origin',
  'keys.digests': 'origin',
  'keys.sequence': 'origin',
  'keys.links': 'origin',
  'keys.subject': 'origin',
  'keys.times': 'origin',
  'keys.transitions': 'origin',
  'keys.inclusion': 'log',
  'answer.form': 'origin',
  'answer.members': 'origin',
  'answer.key': 'origin',
  'answer.path': 'origin',
  'answer.signature': 'origin',
  'answer.request_id': 'origin',
  'answer.request': 'origin',
  'answer.nonce': 'origin',
  'answer.key_time': 'origin',
  'record.form': 'history',
  'record.digests': 'history',
  'record.sequence': 'history',
  'record.links': 'history',
  'record.subject': 'history',
  'record.times': 'history',
  'record.transitions': 'history',
  'authorities.form': 'authority',
  'authorities.digests': 'authority',
  'authorities.sequence': 'authority',
  'authorities.links': 'authority',
  'authorities.subject': 'authority',
  'authorities.times': 'authority',
  'authorities.transitions': 'authority',
  'record.authority': 'authority',
  'record.authority_active': 'authority',
  'record.authority_current': 'authority',
  'keys.signatures': 'origin',
  'keys.publication': 'log',
  'record.signatures': 'origin',
  'authorities.signatures': 'origin',
  'record.issuer_signatures': 'authority',
  'elements.key_times': 'origin',
  'elements.salts': 'history',
  'answer.record': 'history',
  'answer.state': 'history',
  'answer.provenance': 'history',
  'answer.authority': 'authority',
  'answer.lookup': 'history',
  'answer.verdict': 'history',
  'answer.times': 'history',
  'record.inclusion': 'log',
  'authorities.inclusion': 'log',
  'elements.order': 'authority',
  'as_of.consistency': 'log',
  'as_of.elements': 'newest',
  'as_of.time': 'newest',
  'log.entries': 'log',
  'log.slots': 'log',
  'receipt.checkpoint': 'log',
  'receipt.inclusion': 'log',
  'receipt.consistency': 'log',
  'freshness.answer': 'newest',
  'freshness.witnesses': 'newest',
  'kept.signature': 'log',
  'kept.consistency': 'log',
  'earlier.consistency': 'log',
  'elements.merge_delay': 'log',
  'absence.record': 'newest',
  'absence.authorities': 'newest',
  'absence.keys': 'newest',
} as const;

/** Stable name of a check. */
export type CheckName = keyof typeof GROUP_OF;

/** Name of checks that answer a question together. */
export type CheckGroup = (typeof GROUP_OF)[CheckName];

/** All checks in order. */
export const CHECKS = Object.keys(GROUP_OF) as CheckName[];

/** The group of a check. */
export function groupOf(check: CheckName): CheckGroup {
  return GROUP_OF[check];
}

/** The result of a check; `not_checked` neither proves nor refutes anything. */
export type Outcome = 'passed' | 'failed' | 'not_checked';

/** A check with its result. */
export interface Finding {
  check: CheckName;
  outcome: Outcome;
  /** The subject of the check. */
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
export interface CheckedEvidence {
  /** Whether no check failed, and every check that was asked for was made. */
  ok: boolean;
  checks: Finding[];
  /** Checks that were asked for and could not be made. */
  undecided: CheckName[];
  /** Whether it is proven that the log held nothing newer at the answer's position. */
  newest: boolean;
  witnesses: WitnessCount;
}

/** All checks, and the answer that a person needs. */
export interface Report extends CheckedEvidence {
  /** The answer in one line of words. Names in it are the signed ones; nothing unseen is in them. */
  summary: string;
  /** Whether every record that was asked for is good, by verified evidence; null where that does not say. */
  good: boolean | null;
}

/** Why a report is not good: the first failed check, or the first that was asked for and not made; null for a good one. */
export function firstFailure({ checks, undecided }: CheckedEvidence): Finding | null {
  const failed = checks.find(({ outcome }) => outcome === 'failed');
  return failed ?? checks.find(({ check }) => undecided.includes(check)) ?? null;
}
