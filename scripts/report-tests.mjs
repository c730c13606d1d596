// Sums up Jest's JSON reports that are named: failures, the slowest files, and last the line `N passed, N failed`.
// Exits with 1 if a test or a whole file failed, if a report is missing, or if nothing ran.
import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';

const SHOWN = 10;

const named = process.argv.slice(2);
const reports = named.filter(existsSync).map((file) => JSON.parse(readFileSync(file, 'utf8')));
const files = reports.flatMap(({ testResults }) => testResults);
const sum = (count) => reports.reduce((total, report) => total + count(report), 0);
const secondsOf = ({ startTime, endTime }) => Math.max(endTime - startTime, 0) / 1_000;

for (const { name, status, message } of files) {
  if (status === 'failed') console.log(`\nFAILED ${relative('.', name)}\n${message}`);
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
