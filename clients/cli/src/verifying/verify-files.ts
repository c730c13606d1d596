import {
  LogUnreadable,
  parseAsOf,
  refusedPolicyReport,
  verifyBundle,
  verifySignedAnswer,
  type Report,
  type Trust,
  type VerifyOptions,
} from '@service/evidence';
import { publicLogAt } from '../public-log.js';
import { PolicyRefused } from '../policy/accept-policy.js';
import type { Call, Subject } from './arguments.js';
import { linesOf, splitBundles, type Bundles } from './bundle-lines.js';
import { jsonFor } from '../output/terminal.js';
import { openBytes, readBytes, readText } from '../files.js';
import { loadOptions, loadTrust } from './load-options.js';
import { checkpointSize, OnlineEntries } from './online-entries.js';
import { ProgressBar } from './progress-bar.js';
import { failureLine, isAnswered, reportLines, reportObject } from './report-lines.js';
import { CommandError } from '../errors.js';

const FIELD = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*(.*?)[ \t]*$/;

type Print = (line: string) => void;

/** Receives the reason why a check is undecided. */
type Complain = (sentence: string) => void;

/** Adds the log entries that a call needs. @param size that the evidence names; null for none. */
type WithEntries = (options: VerifyOptions, size: number | null) => Promise<VerifyOptions>;

/**
 * Verifies the files of a call.
 * @param print prints one line of the result.
 * @returns whether everything is verified.
 * @throws CommandError where a file cannot be used.
 */
export async function verifyFiles(call: Call, print: Print, complain: Complain): Promise<boolean> {
  try {
    return await verifyUnder(await loadTrust(call, complain), call, print, complain);
  } catch (error) {
    if (!(error instanceof PolicyRefused)) throw error;
    return printReport(refusedPolicyReport(error.check, error.message), call, print);
  }
}

async function verifyUnder(trust: Trust, call: Call, print: Print, complain: Complain): Promise<boolean> {
  const options = await loadOptions(call);
  const withEntries = entriesOf(call, trust, options, complain);
  const { subject } = call;
  if (subject.kind === 'answer') {
    return printReport(await verifyAnswer(subject, trust, options, withEntries), call, print);
  }
  const verify = async (bytes: Buffer): Promise<Report> =>
    verifyBundle(bytes, trust, await withEntries(options, sizeOfBundle(bytes, trust)));
  const { size, chunks } = await openBytes(subject.file);
  const progress = new ProgressBar(size, process.stderr);
  const bundles = await splitBundles(linesOf(chunks, progress.onRead));
  if (bundles.kind === 'one') return printReport(await verify(bundles.bytes), call, print);
  return verifyMany(bundles.lines, verify, progress, call, print);
}

/** Fetches the entries of the log for --online; checks stay undecided if they cannot be read. */
function entriesOf(call: Call, trust: Trust, { checkpoint }: VerifyOptions, complain: Complain): WithEntries {
  const { online } = call;
  if (online === undefined) return (options) => Promise.resolve(options);
  const opening = publicLogAt(online);
  const kept = checkpoint === undefined ? null : checkpointSize(checkpoint, trust);
  let opened: Promise<OnlineEntries> | undefined;
  let hasComplained = false;
  return async (options, size) => {
    try {
      opened ??= OnlineEntries.open(opening, trust);
      return { ...options, entries: await (await opened).upTo(kept ?? 0, size ?? 0) };
    } catch (error) {
      if (!(error instanceof LogUnreadable)) throw error;
      if (!hasComplained) complain(`The log at ${online} could not be read: ${error.message}`);
      hasComplained = true;
      return options;
    }
  };
}

/** The size that a bundle's checkpoint signs; null where it is not one of the pinned log. */
function sizeOfBundle(bytes: Buffer, trust: Trust): number | null {
  try {
    const { checkpoint } = JSON.parse(bytes.toString()) as { checkpoint?: unknown };
    return typeof checkpoint === 'string' ? checkpointSize(checkpoint, trust) : null;
  } catch {
    // The verification reports what is wrong with the checkpoint.
    return null;
  }
}

async function verifyAnswer(
  { body, headers }: Extract<Subject, { kind: 'answer' }>,
  trust: Trust,
  given: VerifyOptions,
  withEntries: WithEntries,
): Promise<Report> {
  const answer = { body: await readBytes(body), headers: parseHeaderFields(await readText(headers)) };
  const asOf = parseAsOf(answer.headers['service-evidence-as-of'] ?? '');
  const { request, nonce, ...options } = await withEntries(given, asOf?.treeSize ?? null);
  const sent = { ...(request === undefined ? {} : { request }), ...(nonce === undefined ? {} : { nonce }) };
  return verifySignedAnswer({ ...answer, ...sent }, trust, options);
}

function printReport(report: Report, { json, needsGood }: Call, print: Print): boolean {
  if (json) print(jsonFor(process.stdout, reportObject(report), 2));
  else reportLines(report, needsGood).forEach(print);
  return isAnswered(report, needsGood);
}

async function verifyMany(
  lines: Extract<Bundles, { kind: 'many' }>['lines'],
  verify: (bytes: Buffer) => Promise<Report>,
  progress: ProgressBar,
  { json, needsGood }: Call,
  print: Print,
): Promise<boolean> {
  let [verified, refused, newest, notGood] = [0, 0, 0, 0];
  let isAllAnswered = true;
  for await (const { number, bytes } of lines) {
    const report = await verify(bytes);
    if (report.ok) verified += 1;
    else refused += 1;
    if (report.ok && report.newest) newest += 1;
    if (report.good === false) notGood += 1;
    isAllAnswered &&= isAnswered(report, needsGood);
    progress.step();
    if (json) print(jsonFor(process.stdout, { line: number, ...reportObject(report) }));
    else if (!report.ok || report.good !== true) {
      progress.clear();
      print(failureLine(number, report));
    }
  }
  progress.clear();
  if (!json) {
    const proven = `${verified} verified (newest: proven for ${newest}; records NOT valid: ${notGood})`;
    print(`${verified + refused} bundles: ${proven}, ${refused} NOT verified`);
  }
  return isAllAnswered;
}

/**
 * Header fields by their names in lower case, from a file as `curl -D` writes it. Of several responses (a redirect,
 * 100 Continue) the last one counts. @throws CommandError for a malformed line.
 */
function parseHeaderFields(text: string): Record<string, string> {
  let fields: Record<string, string> = {};
  for (const line of text.split(/\r?\n/)) {
    if (line.startsWith('HTTP/')) fields = {};
    else if (line !== '') addField(fields, line);
  }
  return fields;
}

function addField(fields: Record<string, string>, line: string): void {
  const [, name, value] = FIELD.exec(line) ?? [];
  if (name === undefined || value === undefined)
    throw new CommandError(`This is not a header field: ${line.slice(0, 60)}`);
  const key = name.toLowerCase();
  // RFC 9110, section 5.3. So a field that must occur only once becomes invalid.
  fields[key] = fields[key] === undefined ? value : `${fields[key]}, ${value}`;
}
