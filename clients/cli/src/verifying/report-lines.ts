import {
  GROUP_TITLES,
  GROUPS,
  firstFailure,
  groupOf,
  groupOutcomes,
  type Finding,
  type Outcome,
  type Report,
} from '@service/evidence';
import { printable } from '../output/terminal.js';

const MARKS: Record<Outcome, string> = { passed: 'ok  ', failed: 'FAIL', not_checked: '--  ' };
const RESULTS: Record<Outcome, string> = { passed: 'ok', failed: 'FAILED', not_checked: 'not proven' };
const NAME_WIDTH = 26;

/** A report for people: the answer in words, the groups with their checks, then the verdict on the evidence. */
export function reportLines(report: Report, needsGood = false): string[] {
  const outcomes = groupOutcomes(report);
  const groups = GROUPS.flatMap((group) => [
    `${GROUP_TITLES[group]} ${RESULTS[outcomes[group]]}`,
    ...report.checks.filter(({ check }) => groupOf(check) === group).map(findingLine),
  ]);
  return [report.summary, '', ...groups, '', verdictLine(report, needsGood)];
}

function findingLine({ check, outcome, about, why }: Finding): string {
  return `  ${MARKS[outcome]} ${check.padEnd(NAME_WIDTH)} ${saying(about, why)}`.trimEnd();
}

/** Whether a call gets what it asked for. */
export function isAnswered({ ok, good }: Report, needsGood: boolean): boolean {
  return ok && (good === true || !needsGood);
}

/** The verdict in one line: what was proven, or which check failed, or which requested check could not be decided. */
function verdictLine(report: Report, needsGood: boolean): string {
  const failure = firstFailure(report);
  if (failure !== null) return notVerified(failure);
  const { good, newest, witnesses } = report;
  if (needsGood && good === null) return 'NOT verified: good (not decided)';
  const proven = newest ? 'proven' : 'not proven';
  const what = good === false ? NOT_VALID : 'verified';
  return `${what} (newest: ${proven}; witnesses ${witnesses.cosigned} of ${witnesses.pinned})`;
}

const NOT_VALID = 'genuine evidence that the record is NOT valid';

function notVerified({ check, outcome }: Finding): string {
  return `NOT verified: ${check}${outcome === 'failed' ? '' : ' (not decided)'}`;
}

/** A line for a bundle among many that is not verified, or whose record is not good. */
export function failureLine(line: number, report: Report): string {
  const failure = firstFailure(report);
  if (failure === null) return `line ${line}: ${report.summary}`;
  return `line ${line}: ${notVerified(failure)}: ${saying(failure.about, failure.why)}`;
}

/** A report as JSON. */
export function reportObject(report: Report): object {
  const { summary, good, ok, undecided, newest, witnesses, checks } = report;
  return {
    summary,
    good,
    ok,
    failed: firstFailure(report)?.check ?? null,
    undecided,
    newest: newest ? 'proven' : 'not proven',
    witnesses,
    groups: groupOutcomes(report),
    checks,
  };
}

function saying(...parts: (string | undefined)[]): string {
  return printable(parts.filter((part) => part !== undefined).join(': '));
}
