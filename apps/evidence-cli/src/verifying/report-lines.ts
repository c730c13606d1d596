import { firstFailure, type Finding, type Outcome, type Report } from '@service/evidence';

const MARKS: Record<Outcome, string> = { passed: 'ok  ', failed: 'FAIL', not_checked: '--  ' };
const NAME_WIDTH = 26;

/** A report for people: a line for each check, then the verdict. */
export function reportLines(report: Report): string[] {
  return [...report.checks.map(findingLine), verdictLine(report)];
}

function findingLine({ check, outcome, about, why }: Finding): string {
  const said = [about, why].filter((part) => part !== undefined).join(': ');
  return `${MARKS[outcome]} ${check.padEnd(NAME_WIDTH)} ${printable(said)}`.trimEnd();
}

/** `verified`, or which check failed first. */
function verdictLine(report: Report): string {
  const failure = firstFailure(report);
  return failure === null ? 'verified' : `NOT verified: ${failure.check}`;
}

/** A line for an invalid bundle among many. */
export function failureLine(line: number, report: Report): string {
  const { check, about, why } = firstFailure(report) as Finding;
  const said = [about, why].filter((part) => part !== undefined).join(': ');
  return `line ${line}: NOT verified: ${check}: ${printable(said)}`;
}

/** Removes characters that control a terminal: the text comes from others. */
function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\ufffd');
}
