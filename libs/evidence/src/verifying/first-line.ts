import type { AsOf } from '../answers/index.js';
import type { BundledAnswer } from '../bundle/bundle.js';
import type { AuthorityElementContent } from '../elements/authority-element.js';
import type { RecordElementContent } from '../elements/record-element.js';
import type { OpenedCheckpoint } from '../notes/index.js';
import { refusedItems } from './answered-records.js';
import type { SubjectChain } from './chains.js';
import { GROUP_TERMS } from './check-groups.js';
import type { Established } from './checklist.js';
import type { Envelope } from './envelope.js';
import { judgeShown } from './judge-shown.js';
import { firstFailure, groupOf, type CheckName, type CheckedEvidence, type Report } from './report.js';
import { cosignedAt } from './time-checks.js';
import type { Trust } from './trust.js';

/** What the checks established, where they got so far. */
export interface EstablishedEvidence {
  answer: Established<BundledAnswer>;
  asOf: Established<AsOf>;
  envelopes: Established<readonly Envelope[]>;
  records: Established<readonly SubjectChain<RecordElementContent>[]>;
  authorities: Established<readonly SubjectChain<AuthorityElementContent>[]>;
  checkpoint: Established<OpenedCheckpoint>;
}

/** A report with the answer that a person needs. Content is in it only where all that was asked for was verified. */
export function withSummary(report: CheckedEvidence, established: EstablishedEvidence, trust: Trust): Report {
  return { ...report, ...summarise(report, established, trust) };
}

/** The report on evidence that was refused before it was looked at. */
export function refusedReport(report: CheckedEvidence): Report {
  return { ...report, good: null, summary: refusal(report) ?? undecided('answer.signature') };
}

function summarise(
  report: CheckedEvidence,
  { answer, asOf, envelopes, records, authorities, checkpoint }: EstablishedEvidence,
  trust: Trust,
): Pick<Report, 'good' | 'summary'> {
  const refused = refusal(report);
  if (refused !== null) return { good: null, summary: refused };
  const shown = envelopes.value?.of ?? [];
  if (asOf.value === undefined || shown.length === 0) {
    return { good: null, summary: undecided('answer.signature') };
  }
  const chains = hasPassed(report, 'record.signatures') ? records.value?.of : undefined;
  const named = hasPassed(report, 'record.authority') ? authorities.value?.of : undefined;
  const judged = shown.map((each, at) => judgeShown(each, chains?.[at] ?? null, named ?? null));
  const time = timeInWords(report, checkpoint.value?.of ?? null, trust);
  const [only] = judged;
  const others = judged.filter(({ isGood }) => isGood !== true);
  const isBad = others.some(({ isGood }) => isGood === false);
  const unanswered = answer.value === undefined ? [] : refusedItems(answer.value.of);
  const asked = judged.length + unanswered.length;
  const good = isBad ? false : others.length + unanswered.length === 0 ? true : null;
  const said =
    only !== undefined && asked === 1
      ? `${only.name} ${only.says}`
      : `${judged.length - others.length} of ${asked} records are shown to be good${butNot(others, unanswered)}`;
  return { good, summary: `${said}, as of ${asOf.value.of.at}; ${time}.` };
}

function butNot(others: readonly { id: string }[], unanswered: readonly number[]): string {
  const not = others.length === 0 ? '' : `, NOT ${others.map(({ id }) => id).join(', ')}`;
  const items = unanswered.map((item) => `item ${item}`).join(', ');
  return items === '' ? not : `${not}, NOT ANSWERED ${items}`;
}

function refusal(report: CheckedEvidence): string | null {
  const failure = firstFailure(report);
  if (failure === null) return null;
  const { check, outcome } = failure;
  return outcome === 'failed'
    ? `REFUSED: ${GROUP_TERMS[groupOf(check)].refused} (${check}).`
    : undecided(check);
}

function undecided(check: CheckName): string {
  return `NOT DECIDED: ${GROUP_TERMS[groupOf(check)].undecided} (${check}).`;
}

/** Says whose word the time is, and, where witnesses do not prove it, by when they had seen the record as it is shown. */
function timeInWords(report: CheckedEvidence, checkpoint: OpenedCheckpoint | null, trust: Trust): string {
  if (hasPassed(report, 'as_of.time')) return `the time is proven by ${witnesses(report.witnesses.cosigned)}`;
  const own = 'the time is the service’s word';
  const seen = checkpoint === null ? null : cosignedAt(checkpoint, trust);
  if (checkpoint === null || seen === null || !hasPassed(report, 'record.inclusion')) return own;
  const count = checkpoint.cosignatures.filter(({ time }) => Number(time) * 1_000 <= seen).length;
  return `${own}, and ${witnesses(count)} saw the record in the log by ${new Date(seen).toISOString()}`;
}

/** Witnesses in words: without a number for an answer alone, which does not have their cosignatures. */
function witnesses(count: number): string {
  return count === 0 ? 'witnesses' : `${count} witness${count === 1 ? '' : 'es'}`;
}

function hasPassed({ checks }: CheckedEvidence, name: CheckName): boolean {
  return checks.some(({ check, outcome }) => check === name && outcome === 'passed');
}
