import {
  firstFailure,
  verifyBundle,
  verifySignedAnswer,
  type Report,
  type Trust,
  type VerifyOptions,
} from '@service/evidence';
import type { Call, Subject } from './arguments.js';
import { linesOf, splitBundles, type Bundles } from './bundle-lines.js';
import { openBytes, readBytes, readText } from './files.js';
import { parseHeaderFields } from './header-fields.js';
import { loadOptions, loadTrust } from './load-options.js';
import { ProgressBar } from './progress-bar.js';
import { failureLine, reportLines } from './report-lines.js';

type Print = (line: string) => void;

/**
 * Verifies the files of a call.
 * @param print prints one line of the result.
 * @returns whether everything is verified.
 * @throws CommandError where a file cannot be used.
 */
export async function verifyFiles(call: Call, print: Print): Promise<boolean> {
  const trust = await loadTrust(call);
  const options = await loadOptions(call);
  const { subject } = call;
  if (subject.kind === 'answer') {
    return printReport(await verifyAnswer(subject, trust, options), call, print);
  }
  const { size, chunks } = await openBytes(subject.file);
  const progress = new ProgressBar(size, process.stderr);
  const bundles = await splitBundles(linesOf(chunks, progress.onRead));
  if (bundles.kind === 'one') return printReport(verifyBundle(bundles.bytes, trust, options), call, print);
  return verifyMany(bundles.lines, (bytes) => verifyBundle(bytes, trust, options), progress, call, print);
}

async function verifyAnswer(
  { body, headers }: Extract<Subject, { kind: 'answer' }>,
  trust: Trust,
  { request, nonce, ...options }: VerifyOptions,
): Promise<Report> {
  const answer = { body: await readBytes(body), headers: parseHeaderFields(await readText(headers)) };
  const sent = { ...(request === undefined ? {} : { request }), ...(nonce === undefined ? {} : { nonce }) };
  return verifySignedAnswer({ ...answer, ...sent }, trust, options);
}

function printReport(report: Report, { json }: Call, print: Print): boolean {
  if (json) print(JSON.stringify(shown(report), null, 2));
  else reportLines(report).forEach(print);
  return report.ok;
}

async function verifyMany(
  lines: Extract<Bundles, { kind: 'many' }>['lines'],
  verify: (bytes: Buffer) => Report,
  progress: ProgressBar,
  { json }: Call,
  print: Print,
): Promise<boolean> {
  let good = 0;
  let bad = 0;
  for await (const { number, bytes } of lines) {
    const report = verify(bytes);
    if (report.ok) good += 1;
    else bad += 1;
    progress.step();
    if (json) print(JSON.stringify({ line: number, ...shown(report) }));
    else if (!report.ok) {
      progress.clear();
      print(failureLine(number, report));
    }
  }
  progress.clear();
  if (!json) print(`${good + bad} bundles: ${good} verified, ${bad} NOT verified`);
  return bad === 0;
}

function shown(report: Report) {
  return { ok: report.ok, failed: firstFailure(report)?.check ?? null, checks: report.checks };
}
