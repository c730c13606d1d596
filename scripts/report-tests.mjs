// Sums up Jest's JSON reports that are named: failures, the slowest files, and last the line `N passed, N failed`.
// Exits with 1 if a test or a whole file failed, if a report is missing, or if nothing ran.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';

const SHOWN = 10;
const LINES_SHOWN = 20;

const named = process.argv.slice(2);
const reports = named.filter(existsSync).map((file) => JSON.parse(readFileSync(file, 'utf8')));
const files = reports.flatMap(({ testResults }) => testResults);
const sum = (count) => reports.reduce((total, report) => total + count(report), 0);
const secondsOf = ({ startTime, endTime }) => Math.max(endTime - startTime, 0) / 1_000;

const logLines = readLogLines(process.env['SERVICE_LOGS']);
for (const { name, status, message, assertionResults } of files) {
  if (status !== 'failed') continue;
  console.log(`\nFAILED ${relative('.', name)}\n${message}`);
  for (const { status: outcome, title, startAt, duration } of assertionResults) {
    if (outcome !== 'failed' || typeof startAt !== 'number') continue;
    const meanwhile = logLines.filter(({ at }) => at >= startAt && at <= startAt + (duration ?? 0));
    if (meanwhile.length === 0) continue;
    console.log(`The services logged ${meanwhile.length} lines during "${title}", at last:`);
    for (const { line } of meanwhile.slice(-LINES_SHOWN)) console.log(`  ${line}`);
  }
}
const causes = logLines.flatMap(({ line }) =>
  /service\.unavailable/.test(line) ? [/"cause":"(\w+)"/.exec(line)?.[1] ?? 'unknown'] : [],
);
if (causes.length > 0) {
  const counts = new Map();
  for (const cause of causes) counts.set(cause, (counts.get(cause) ?? 0) + 1);
  const listed = [...counts].map(([cause, count]) => `${cause} ${count}`).join(', ');
  console.log(`\nServices answered 503 for these causes, forced by tests or not: ${listed}`);
}
const slowest = files.toSorted((one, other) => secondsOf(other) - secondsOf(one)).slice(0, SHOWN);
console.log(`\nThe ${slowest.length} slowest of ${files.length} files, in seconds:`);
for (const file of slowest) {
  console.log(`${secondsOf(file).toFixed(1).padStart(7)}  ${relative('.', file.name)}`);
}
const passed = sum(({ numPassedTests }) => numPassedTests);
// A run that wrote no report has failed as a whole.
const missing = named.length - reports.length;
const failed = missing + sum((report) => report.numFailedTests + report.numRuntimeErrorTestSuites);
const whole = reports.every(({ success, numPassedTests }) => success && numPassedTests > 0);
process.exitCode = whole && failed === 0 ? 0 : 1;
const skipped = sum(({ numPendingTests }) => numPendingTests);
if (skipped > 0) console.log(`${skipped} skipped: what they need is not on this machine.`);
console.log(`${passed} passed, ${failed} failed`);

/** @returns what the files of a folder hold, if there is one: lines in JSON with `time` in ISO 8601. */
function readLogLines(folder) {
  if (folder === undefined) return [];
  const lines = readdirSync(folder).flatMap((file) => readFileSync(join(folder, file), 'utf8').split('\n'));
  return lines.flatMap((line) => {
    const at = Date.parse(/"time":"([^"]+)"/.exec(line)?.[1] ?? '');
    return Number.isNaN(at) ? [] : [{ at, line }];
  });
}
