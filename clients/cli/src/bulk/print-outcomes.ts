import { EXIT } from '../exit-codes.js';
import { say } from '../output/print.js';
import { printable } from '../output/terminal.js';
import type { LineResult } from './journal.js';

/** Prints the summary of a bulk command. @returns the command's exit code. */
export function printOutcomes(
  outcomes: ReadonlyMap<string, number>,
  { out, failures }: { out: string | null; failures: readonly LineResult[] },
): number {
  for (const failure of failures) say(printable(`line ${failure.line}: ${whyOf(failure)}`));
  for (const [outcome, count] of outcomes) say(`${outcome}: ${count}`);
  if (out !== null) say(`Each line’s result: ${out}`);
  const isGood = !outcomes.has('refused') && !outcomes.has('failed');
  return isGood ? 0 : EXIT.refused;
}

function whyOf(
  failure: LineResult & { error?: { code: string; message: string }; reasons?: readonly string[] },
): string {
  const { outcome, error, reasons } = failure;
  return error === undefined ? `${outcome} ${(reasons ?? []).join(', ')}` : `${error.code}: ${error.message}`;
}
