import { printMembers } from './table.js';
import { isForPeople, jsonFor, printable, type Output } from './terminal.js';
import { withoutSecrets } from './without-secrets.js';

/** Prints one resource: its members for people, otherwise one JSON document. */
export function printDocument(
  value: unknown,
  options: { json?: boolean | undefined },
  output: Output = process.stdout,
): void {
  if (isForPeople(output, options)) printMembers(value, output);
  else output.write(`${jsonFor(output, value, 2)}\n`);
}

/** Prints a message to standard error. */
export function say(sentence: string): void {
  process.stderr.write(lineOf(sentence));
}

/** A message as a line for standard error, whatever texts of others it repeats. */
export function lineOf(sentence: string): string {
  return `${withoutSecrets(printable(sentence))}\n`;
}
