import { NEWEST_CHECKS } from './options.js';
import { groupOf, type CheckGroup, type CheckName, type Outcome, type Report } from './report.js';

/** What is said of a group of checks. */
interface GroupTerms {
  /** What is wrong with refused evidence, where the first check that failed is in the group. */
  refused: string;
  /** What evidence leaves open that was asked for. */
  undecided: string;
  /** The checks without which the group says nothing: where one of them is not made, the group is not either. */
  decisive: readonly CheckName[];
}

/** What the checks of evidence answer together. */
export const GROUP_TERMS: Readonly<Record<CheckGroup, GroupTerms>> = {
  /** Did the pinned service say this? */
  origin: {
    refused: 'it was altered, comes from another service than the pinned one, or answers another request',
    undecided: 'nothing here shows whether the pinned service said this',
    decisive: ['answer.signature'],
  },
  /** Was the issuer entitled to it? */
  authority: {
    refused: 'the authority behind the record does not support it',
    undecided: 'nothing here shows whether the authority supports it',
    decisive: ['record.authority'],
  },
  /** Is everything that happened to the record there, and does the answer follow from it? */
  history: {
    refused: 'the history has gaps, was altered, or contradicts the answer',
    undecided: 'nothing here shows whether the history is complete',
    decisive: ['record.transitions'],
  },
  /** Does everybody see the same? */
  log: {
    refused: 'the public log does not contain it as shown',
    undecided: 'nothing here shows whether the public log contains it',
    decisive: ['record.inclusion'],
  },
  /** Was there nothing later at that time? */
  newest: {
    refused: 'something newer was left out, or it is from another time than was asked for',
    undecided: 'nothing here shows whether something newer was left out',
    decisive: NEWEST_CHECKS,
  },
};

/** What a person reads above the checks of a group. */
export const GROUP_TITLES: Readonly<Record<CheckGroup, string>> = {
  origin: 'origin',
  authority: 'authority',
  history: 'history complete',
  log: 'in the public log',
  newest: 'nothing newer hidden',
};

/** The groups in their order. */
export const GROUPS = Object.keys(GROUP_TERMS) as CheckGroup[];

/** The result of each group: `failed` where a check of it failed, `passed` where all were made that it rests on. */
export function groupOutcomes({
  checks,
  undecided,
}: Pick<Report, 'checks' | 'undecided'>): Record<CheckGroup, Outcome> {
  const outcomes = new Map(checks.map(({ check, outcome }) => [check, outcome]));
  const outcomeOf = (group: CheckGroup): Outcome => {
    if (checks.some(({ check, outcome }) => outcome === 'failed' && groupOf(check) === group))
      return 'failed';
    const isOpen = undecided.some((check) => groupOf(check) === group);
    return !isOpen && GROUP_TERMS[group].decisive.every((check) => outcomes.get(check) === 'passed')
      ? 'passed'
      : 'not_checked';
  };
  return Object.fromEntries(GROUPS.map((group) => [group, outcomeOf(group)])) as Record<CheckGroup, Outcome>;
}
