import { EXIT } from '../exit-codes.js';
import { say } from '../output/print.js';
import { BAD, type LineResult } from './journal.js';

/** Prints the summary of a bulk command. @returns the command's exit code. */
export function printOutcomes(
  outcomes: ReadonlyMap<string, number>,
  { out, failures }: { out: string | null; failures: readonly LineResult[] },
): number {
  for (const failure of failures.toSorted((one, other) => one.line - other.line))
    say(`line ${failure.line}: ${whyOf(failure)}`);
  for (const [outcome, count] of outcomes) say(`${outcome}: ${count}`);
  if (out !== null) say(`Each line’s result: ${out}`);
  return BAD.every((outcome) => !outcomes.has(outcome)) ? 0 : EXIT.refused;
}

function whyOf(
  failure: LineResult & { error?: { code: string; message: string }; reasons?: readonly string[] },
): string {
  const { outcome, error, reasons } = failure;
  return error === undefined
    ? `${outcome}: ${(reasons ?? []).join(', ')}`
    : `${error.code}: ${error.message}`;
}
