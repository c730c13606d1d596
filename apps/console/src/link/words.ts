import type { Report } from '@service/evidence';
import { GROUPS, GROUP_TITLES, groupOutcomes } from '@service/evidence';
import { shown } from '../format/hostile-text.js';
import { dayInWords } from '../format/times.js';
import { verdictSentence } from '../format/verdict-words.js';
import { faultInWords, isSigned, knownIn } from '../pages/verify/answer.js';
import type { EvidenceView } from '../verifying/evidence-view.js';
import type { LinkTerms } from './opening.js';

/** What the page says of a record. */
export interface Said {
  /** Null where nobody can say. */
  good: boolean | null;
  /** Whether the record is good and why not. */
  verdict: string;
  /** Who says so, and since when; nothing of it before the evidence has passed. */
  by: string | null;
  facts: readonly (readonly [name: string, value: string])[];
  checked: string;
  groups: readonly (readonly [title: string, outcome: string])[];
}

const ON_THE_PAGE = 'local';
const day = (moment: string): string =>
  Number.isNaN(Date.parse(moment)) ? moment : dayInWords(moment, ON_THE_PAGE);

/** What a bundle shows, by the checks of this browser. */
export function saidOfBundle(view: EvidenceView | null, report: Report, { shows }: LinkTerms): Said {
  const groups = groupsOf(report);
  if (report.good === null || view === null) {
    const checked = 'This browser has checked the proof and does not accept it. Do not rely on this record.';
    return { good: false, verdict: `${faultInWords(report)}.`, by: null, facts: [], checked, groups };
  }
  const result = report.good ? 'passed' : 'failed';
  const { says } = verdictSentence({ ...view.claim, result }, knownIn(view, [], []), ON_THE_PAGE);
  const checked = 'Checked in this browser: what the service answered, and the whole history behind it.';
  return {
    good: report.good,
    verdict: `${says}.`,
    by: byOf(view, shows),
    facts: factsOf(view, shows),
    checked,
    groups,
  };
}

/** What a signed answer alone shows: the service's word, with nothing behind it that a stranger could check. */
export function saidOfAnswer(answer: string, report: Report, { shows }: LinkTerms): Said {
  const groups = groupsOf(report);
  const claim = claimOf(answer);
  if (!isSigned(report) || claim === null) {
    const checked =
      'This browser has checked the signature and does not accept it. Do not rely on this record.';
    return { good: false, verdict: `${faultInWords(report)}.`, by: null, facts: [], checked, groups };
  }
  const { says } = verdictSentence(claim, {}, ON_THE_PAGE);
  const issuer = shows.includes('issuer') ? `Issued by ${shown(claim.issuer)}.` : null;
  return {
    good: claim.result === 'passed',
    verdict: `${says}, says the service.`,
    by: issuer,
    facts: [],
    checked:
      'Checked in this browser: the service signed this answer. The history behind it was not checked, because this link does not disclose it.',
    groups,
  };
}

function groupsOf(report: Report): Said['groups'] {
  const outcomes = groupOutcomes(report);
  const words = { passed: 'proven', failed: 'refuted', not_checked: 'not proven' } as const;
  return GROUPS.map((group) => [GROUP_TITLES[group], words[outcomes[group]]] as const);
}

function byOf({ record }: EvidenceView, shows: readonly string[]): string | null {
  const [first, newest] = [record[0], record.at(-1)];
  const issuer = shows.includes('issuer') ? newest?.issuer : null;
  const since = shows.includes('dates') && first !== undefined ? day(first.occurredAt) : null;
  if (issuer == null) return since === null ? null : `Registered on ${since}.`;
  return `Issued by ${shown(issuer)}${since === null ? '' : ` on ${since}`}.`;
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
  add('external_id', 'Name', newest?.externalId);
  if (shows.includes('versions')) {
    for (const { sequence, type, occurredAt } of record) {
      facts.push([`Version ${sequence}`, `${type.split('.').at(-1) ?? type} on ${day(occurredAt)}`]);
    }
  }
  return [...facts, ['Record', recordId]];
}

/** Whether a document is the one that a record is about, by its digest. */
export function saidOfDocument(digest: string, { record }: EvidenceView): { is: boolean; says: string } {
  const versions = record.filter(({ contentDigest }) => contentDigest !== null);
  if (versions.at(-1)?.contentDigest === digest) return { is: true, says: 'This is the document.' };
  const former = versions.find(({ contentDigest }) => contentDigest === digest);
  if (former === undefined) return { is: false, says: 'This is not the document.' };
  return { is: false, says: 'This is not the document any more: it was replaced by another version.' };
}

interface Claim {
  result: 'passed' | 'failed';
  reasons: readonly string[];
  warnings: readonly string[];
  issuer: string;
}

/** What a signed answer says; null where it does not have its form. */
function claimOf(answer: string): Claim | null {
  try {
    const { evidence } = JSON.parse(answer) as {
      evidence: { verdict: Omit<Claim, 'issuer'>; authority: { issuer: string } };
    };
    const { result, reasons, warnings } = evidence.verdict;
    return { result, reasons: [...reasons], warnings: [...warnings], issuer: evidence.authority.issuer };
  } catch {
    return null;
  }
}
