import { CHECKS, type CheckName, type CheckedEvidence, type Finding, type WitnessCount } from './report.js';

/** A value for checks; where `value` is absent, `missing` says why. */
export interface Established<Value> {
  value?: { of: Value };
  missing?: string;
}

/** A value that needs no check. */
export function atHand<Value>(value: Value): Established<Value> {
  return { value: { of: value } };
}

/** A value that is missing. */
export function absent(missing: string): Established<never> {
  return { missing };
}

/** A value derived from another. Where it cannot be derived, the checks that derive it report that. */
export function derive<Value, Result>(
  { value, missing }: Established<Value>,
  from: (value: Value) => Established<Result>,
): Established<Result> {
  if (value !== undefined) return from(value.of);
  return missing === undefined ? {} : { missing };
}

/** The values that were established; none where they are missing. */
export function valuesOf<Value>({ value }: Established<readonly Value[]>): readonly Value[] {
  return value?.of ?? [];
}

type Values<Needs extends readonly Established<unknown>[]> = {
  [Index in keyof Needs]: Needs[Index] extends Established<infer Value> ? Value : never;
};

/** The result of a passed check: the established value, and what was looked at. */
export class Passed<Value> {
  constructor(
    readonly value: Value,
    readonly about: string,
  ) {}
}

/** A check found something wrong. */
export class CheckFailed extends Error {
  constructor(
    why: string,
    readonly about?: string,
  ) {
    super(why);
  }
}

/** Why a check fails; null where it passes. Other errors than CheckFailed are thrown on. */
export function failureOf(check: () => unknown): CheckFailed | null {
  try {
    check();
    return null;
  } catch (error) {
    if (error instanceof CheckFailed) return error;
    throw error;
  }
}

/** Whether a check passes, for who needs no reason. Other errors than CheckFailed are thrown on. */
export function passes(check: () => unknown): boolean {
  return failureOf(check) === null;
}

/** A check lacks a value that it needs. */
export class NotChecked extends Error {
  constructor(
    why: string,
    readonly about?: string,
  ) {
    super(why);
  }
}

/** A value that was established. @throws NotChecked where it is missing. */
export function required<Value>({
  value,
  missing = 'what it needs is not there',
}: Established<Value>): Value {
  if (value === undefined) throw new NotChecked(missing);
  return value.of;
}

/** Runs checks one after another and collects their results. */
export class Checklist {
  private readonly findings = new Map<CheckName, Finding>();

  /** @param onCheck called with each result as it is known. */
  constructor(private readonly onCheck: (finding: Finding) => void = () => undefined) {}

  /**
   * Runs a check on values of earlier checks. If one of these did not pass, the check is not made. Any error except
   * `NotChecked` is a failure.
   */
  take<const Needs extends readonly Established<unknown>[], Value>(
    check: CheckName,
    needs: Needs,
    run: (...values: Values<Needs>) => Value | Passed<Value>,
  ): Established<Value> {
    const missing = needs.find(({ value }) => value === undefined);
    if (missing !== undefined) {
      const { missing: why = 'what it needs is not there' } = missing;
      this.note({ check, outcome: 'not_checked', why });
      return { missing: why };
    }
    try {
      const result = run(...(needs.map(({ value }) => value?.of) as Values<Needs>));
      const { value, about } = result instanceof Passed ? result : { value: result, about: undefined };
      this.note({ check, outcome: 'passed', ...(about === undefined ? {} : { about }) });
      return atHand(value);
    } catch (error) {
      const about = error instanceof CheckFailed || error instanceof NotChecked ? error.about : undefined;
      const outcome = error instanceof NotChecked ? 'not_checked' : 'failed';
      const why = error instanceof Error ? error.message : String(error);
      this.note({ check, outcome, ...(about === undefined ? {} : { about }), why });
      return { missing: error instanceof NotChecked ? why : `${check} did not pass` };
    }
  }

  /**
   * All checks in order.
   * @param asked the checks that must have been made.
   * @param proving the checks that together prove that there was nothing newer.
   */
  report(
    asked: readonly CheckName[],
    proving: readonly CheckName[],
    witnesses: WitnessCount,
  ): CheckedEvidence {
    const why = 'it does not apply';
    const checks = CHECKS.map(
      (check): Finding => this.findings.get(check) ?? { check, outcome: 'not_checked', why },
    );
    const undecided = asked.filter(
      (check) => this.findings.get(check)?.outcome !== 'failed' && !this.passed(check),
    );
    const hasFailed = checks.some(({ outcome }) => outcome === 'failed');
    const newest = proving.every((check) => this.passed(check));
    return { ok: !hasFailed && undecided.length === 0, checks, undecided, newest, witnesses };
  }

  private passed(check: CheckName): boolean {
    return this.findings.get(check)?.outcome === 'passed';
  }

  private note(finding: Finding): void {
    if (this.findings.has(finding.check)) throw new Error(`${finding.check} was taken twice.`);
    this.findings.set(finding.check, finding);
    this.onCheck(finding);
  }
}
