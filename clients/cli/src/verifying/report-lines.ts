import { firstFailure, type Finding, type Outcome, type Report } from '@service/evidence';

const MARKS: Record<Outcome, string> = { passed: 'ok  ', failed: 'FAIL', not_checked: '--  ' };
const NAME_WIDTH = 26;

/** A report for people: a line for each check, then the verdict. */
export function reportLines(report: Report): string[] {
  return [...report.checks.map(findingLine), verdictLine(report)];
}

function findingLine({ check, outcome, about, why }: Finding): string {
  return `${MARKS[outcome]} ${check.padEnd(NAME_WIDTH)} ${saying(about, why)}`.trimEnd();
}

/** `verified` with what was proven, or the first check that failed or, though requested, was not decided. */
function verdictLine(report: Report): string {
  const failure = firstFailure(report);
  if (failure !== null) return notVerified(failure);
  const { newest, witnesses } = report;
  const proven = newest ? 'proven' : 'not proven';
  return `verified (newest: ${proven}; witnesses ${witnesses.cosigned} of ${witnesses.pinned})`;
}

function notVerified({ check, outcome }: Finding): string {
  return `NOT verified: ${check}${outcome === 'failed' ? '' : ' (not decided)'}`;
}

/** A line for a bundle among many that is not verified. */
export function failureLine(line: number, report: Report): string {
  const failure = firstFailure(report) as Finding;
  return `line ${line}: ${notVerified(failure)}: ${saying(failure.about, failure.why)}`;
}

/** A report as JSON. */
export function reportObject(report: Report): object {
  const { ok, undecided, newest, witnesses, checks } = report;
  return {
    ok,
    failed: firstFailure(report)?.check ?? null,
    undecided,
    newest: newest ? 'proven' : 'not proven',
    witnesses,
    checks,
  };
}

function saying(...parts: (string | undefined)[]): string {
  return printable(parts.filter((part) => part !== undefined).join(': '));
}

/** Removes control characters: the text is untrusted. */
function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\ufffd');
}
