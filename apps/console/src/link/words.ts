import type { Report } from '@service/evidence';
import { GROUPS, GROUP_TITLES, firstFailure, groupOutcomes } from '@service/evidence';
import { cut, shown } from '../format/hostile-text.js';
import { dayInWords } from '../format/times.js';
import { verdictSentence, withoutPlaces } from '../format/verdict-words.js';
import { faultInWords, isSigned, knownIn } from '../pages/verify/answer.js';
import type { EvidenceView } from '../verifying/evidence-view.js';
import type { PinDecision } from '../verifying/pin.js';
import { isOfNow, isToQuestion } from './question.js';

/** What the page says of a record. */
export interface Said {
  /** Null where it is neither refused nor proven. */
  good: boolean | null;
  /** Whether the record is good and why not. */
  verdict: string;
  /** Who says so, and since when; nothing of it before the evidence has passed. */
  by: { issuer: string | null; since: string | null };
  facts: readonly (readonly [name: string, value: string])[];
  checked: string;
  groups: readonly (readonly [title: string, outcome: string])[];
  /** The signed time of the answer; null where nothing is believed. */
  asOf: string | null;
}

/** What this browser found out about an answer, with its own time. */
export interface Findings {
  report: Report;
  decision: PinDecision;
  /** Milliseconds since 1970. */
  now: number;
}

/** What the visitor knew beforehand, and what the link’s creator wants to be printed. */
export interface Wanted {
  recordId: string;
  shows: readonly string[];
}

type PinChange = Extract<PinDecision, { kind: 'changed' }>;

const ON_THE_PAGE = 'local';
const day = (moment: string): string =>
  Number.isNaN(Date.parse(moment)) ? moment : dayInWords(moment, ON_THE_PAGE);

/** What a bundle shows, by the checks of this browser. */
export function saidOfBundle(
  view: EvidenceView | null,
  findings: Findings,
  { recordId, shows }: Wanted,
): Said {
  const { report } = findings;
  const isProven = report.good !== null && view?.recordId === recordId;
  const asOf = view?.verifiedAt ?? '';
  if (!isProven || isDoubtful(findings, asOf)) return refused(findings, isProven);
  const result = report.good === true ? 'passed' : 'failed';
  const { says } = verdictSentence({ ...view.claim, result }, knownIn(view, [], []), ON_THE_PAGE);
  return {
    good: report.good,
    verdict: `${withoutPlaces(says)}.`,
    by: byOf(view, shows),
    facts: factsOf(view, shows),
    checked: `Checked in this browser: what the service answered, and the whole history behind it.${beside(findings)}`,
    groups: groupsOf(report),
    asOf,
  };
}

/** What a signed answer alone shows: the service's word, with nothing behind it that a stranger could check. */
export function saidOfAnswer(answer: string, findings: Findings, { recordId, shows }: Wanted): Said {
  const { report } = findings;
  const claim = claimOf(answer);
  const isProven =
    isSigned(report) &&
    report.checks.every(({ outcome }) => outcome !== 'failed') &&
    claim?.recordId === recordId;
  // No pinned key proves an answer alone, so that nothing tells a rotation from a liar.
  if (isProven && findings.decision.kind === 'changed') return refusedForKeys(findings, findings.decision);
  if (!isProven || isDoubtful(findings, claim.asOf)) return refused(findings, isProven);
  const { says } = verdictSentence(claim, {}, ON_THE_PAGE);
  return {
    // Green is for what was proven.
    good: claim.result === 'passed' ? null : false,
    verdict: `${withoutPlaces(says)}, says the service, unchecked.`,
    by: { issuer: shows.includes('issuer') ? named(claim.issuer) : null, since: null },
    facts: [],
    checked:
      'The service says so now, signed with a key that it names itself. The history behind it was not checked, because this link does not disclose it.',
    // They rest on the pinned keys.
    groups: [],
    asOf: claim.asOf,
  };
}

/**
 * Whether an answer is not believed although its proof holds: it is another visit's, of another time, or the pinned keys
 * are gone. Keys beside them change nothing: what is proven is proven by the pinned ones.
 */
function isDoubtful({ report, decision, now }: Findings, asOf: string): boolean {
  return areGone(decision) || !isToQuestion(report) || !isOfNow(asOf, now);
}

function areGone(decision: PinDecision): decision is PinChange {
  return decision.kind === 'changed' && !decision.onlyAdds;
}

/** What is said of keys that nothing proves to be the log's. */
function beside({ decision }: Findings): string {
  if (decision.kind !== 'changed') return '';
  return ' The service also names keys that this browser has not seen before; nothing here rests on them.';
}

const RELY = 'Do not rely on this record.';

/** What is said of nothing that is believed. */
function nothingOf(report: Report): Omit<Said, 'verdict' | 'checked'> {
  return { good: false, by: { issuer: null, since: null }, facts: [], groups: groupsOf(report), asOf: null };
}

/** While the service still names the pinned key, nothing here advises to delete the pin. */
function refusedForKeys({ report }: Findings, { changes, namesKey }: PinChange): Said {
  const next = namesKey
    ? 'Open the link again later, or ask the operator.'
    : 'If the operator has announced these keys, compare them, delete what this browser keeps of this site, and open the link again.';
  return {
    ...nothingOf(report),
    verdict: 'Not verified: the log’s keys are not those that this browser saw before.',
    checked: `This browser keeps to the keys that it saw first. Now ${changes.join('; ')}. ${RELY} ${next}`,
  };
}

function refused(findings: Findings, isProven: boolean): Said {
  const { report, decision } = findings;
  const said = nothingOf(report);
  if (areGone(decision)) return refusedForKeys(findings, decision);
  const isFromTheFuture = firstFailure(report)?.check === 'freshness.answer';
  if (isFromTheFuture || (isProven && isToQuestion(report))) {
    return {
      ...said,
      verdict: 'Not verified: the answer is not of now, or the clock of this device is wrong.',
      checked: `The signed time and this device’s clock are apart. Set the clock and try again. ${RELY}`,
    };
  }
  return {
    ...said,
    verdict: `${faultInWords(report)}.`,
    checked: `This browser has checked the proof and does not accept it. ${RELY}`,
  };
}

function groupsOf(report: Report): Said['groups'] {
  const outcomes = groupOutcomes(report);
  const words = { passed: 'proven', failed: 'refuted', not_checked: 'not proven' } as const;
  return GROUPS.map((group) => [GROUP_TITLES[group], words[outcomes[group]]] as const);
}

function byOf({ record }: EvidenceView, shows: readonly string[]): Said['by'] {
  const [first, newest] = [record[0], record.at(-1)];
  return {
    issuer: shows.includes('issuer') && newest?.issuer != null ? named(newest.issuer) : null,
    since: shows.includes('dates') && first !== undefined ? day(first.occurredAt) : null,
  };
}

/** Most characters of an issuer’s name, which anybody may choose. */
const NAME = 100;

function named(issuer: string): string {
  const text = shown(issuer);
  const beginning = cut(text, NAME);
  return beginning === null ? text : `${beginning}…`;
}

function factsOf({ record, recordId }: EvidenceView, shows: readonly string[]): Said['facts'] {
  const newest = record.at(-1);
  const facts: [string, string][] = [];
  const add = (what: string, name: string, value: string | null | undefined) => {
    if (shows.includes(what) && value != null) facts.push([name, shown(value)]);
  };
  add('origin', 'Origin', newest?.origin);
  add('dates', 'Last change', newest && record.length > 1 ? day(newest.occurredAt) : null);
  add('dates', 'Valid until', newest?.expiresAt && day(newest.expiresAt));
  add('external_id', 'External id', newest?.externalId);
  if (shows.includes('versions')) {
    for (const { sequence, type, occurredAt } of record) {
      facts.push([`Version ${sequence}`, `${type.split('.').at(-1) ?? type} on ${day(occurredAt)}`]);
    }
  }
  return [...facts, ['Record', recordId]];
}

/**
 * Whether a document is the one that a record is about, by its digest.
 * @param good whether the record is.
 */
export function saidOfDocument(
  digest: string,
  { record }: EvidenceView,
  good: boolean | null,
): { is: boolean; says: string } {
  const versions = record.filter(({ contentDigest }) => contentDigest !== null);
  if (versions.at(-1)?.contentDigest === digest) {
    return good === true
      ? { is: true, says: 'This is the document.' }
      : { is: false, says: 'This is the document of a record that is not valid.' };
  }
  const former = versions.find(({ contentDigest }) => contentDigest === digest);
  if (former === undefined) return { is: false, says: 'This is not the document.' };
  return { is: false, says: 'This is not the document any more: it was replaced by another version.' };
}

interface Claim {
  recordId: string;
  asOf: string;
  result: 'passed' | 'failed';
  reasons: readonly string[];
  warnings: readonly string[];
  issuer: string;
}

/** What a signed answer says; null where it does not have its form. */
function claimOf(answer: string): Claim | null {
  try {
    const { evidence, record, verified_at } = JSON.parse(answer) as {
      evidence: { verdict: Pick<Claim, 'result' | 'reasons' | 'warnings'>; authority: { issuer: string } };
      record: { id: string };
      verified_at: string;
    };
    const { result, reasons, warnings } = evidence.verdict;
    const { issuer } = evidence.authority;
    return {
      recordId: record.id,
      asOf: verified_at,
      result,
      reasons: [...reasons],
      warnings: [...warnings],
      issuer,
    };
  } catch {
    return null;
  }
}
