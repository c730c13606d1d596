import { CommandError } from '../errors.js';
import { EXIT } from '../exit-codes.js';
import { openBytes } from '../files.js';
import { CopyCheck, type CopySummary } from '../history-copy/copy-check.js';
import type { Finding, FindingKind } from '../history-copy/finding.js';
import { loggedSeals } from '../history-copy/logged-seals.js';
import { say } from '../output/print.js';
import { jsonFor, printable } from '../output/terminal.js';
import type { Run } from '../table/option.js';
import type { COPY_OPTIONS } from '../table/log-options.js';
import { linesOf } from '../verifying/bundle-lines.js';

/** Findings of one kind that are named; a copy can have any number of them. */
const MOST_NAMED = 100;

/** `rvs history verify` */
export const run: Run<typeof COPY_OPTIONS> = async ({ values: { state, json = false }, operands: files }) => {
  if (files.length === 0) throw new CommandError('FILE must be given: the lines that a receiver was sent.');
  const logged = state === undefined ? null : await loggedSeals(state);
  const counts = new Map<FindingKind, number>();
  const check = new CopyCheck((finding) => {
    const count = (counts.get(finding.kind) ?? 0) + 1;
    counts.set(finding.kind, count);
    if (count <= MOST_NAMED) print(finding, json);
  });
  for (const file of files) {
    let number = 0;
    for await (const bytes of linesOf((await openBytes(file)).chunks, () => {})) {
      number += 1;
      const record = bytes.toString().replace(/\r$/, '');
      if (record !== '') check.take(record, { file, line: number });
    }
  }
  const summary = check.finish(logged);
  for (const [kind, count] of counts) if (count > MOST_NAMED) say(`${count - MOST_NAMED} more are ${kind}.`);
  const isProven = summary.faults === 0 && summary.newest_seal !== null;
  if (json)
    process.stdout.write(
      `${jsonFor(process.stdout, { ...summary, in_log: logged !== null, proven: isProven })}\n`,
    );
  else process.stdout.write(`${sentence(summary, isProven)}\n`);
  if (isProven && logged === null)
    say(
      'Nothing shows that the copy ends with the newest seal, or that the log has these seals: --state DIR compares them.',
    );
  return isProven ? 0 : EXIT.refused;
};

function print({ level, kind, place, text }: Finding, json: boolean): void {
  if (json) {
    const { file = null, line = null } = place ?? {};
    process.stdout.write(`${jsonFor(process.stdout, { level, kind, file, line, text })}\n`);
    return;
  }
  const where = place === null ? '' : `${place.file}:${place.line} `;
  process[level === 'fault' ? 'stderr' : 'stdout'].write(
    `${level === 'fault' ? 'FAULT' : 'note'} ${kind} ${printable(`${where}${text}`)}\n`,
  );
}

function sentence(summary: CopySummary, isProven: boolean): string {
  const { lines, lanes, first_seal, newest_seal, newest_digest, faults } = summary;
  if (newest_seal === null) return 'NOT complete: there is no seal in the copy.';
  const held = `${lines} lines in ${lanes} lanes, seals ${first_seal} to ${newest_seal} (${newest_digest})`;
  return isProven ? `complete: ${held}.` : `NOT complete: ${held}, with ${faults} faults.`;
}
