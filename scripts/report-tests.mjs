// Sums up the JSON reports of Jest that are named: the slowest files, the total time, and the plain last line
// `N passed, N failed`. Exits with 1 where a test, or a file as a whole, has failed, or where nothing was run.
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';

const SHOWN = 10;

const reports = process.argv.slice(2).map((file) => JSON.parse(readFileSync(file, 'utf8')));
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
const failed = sum((report) => report.numFailedTests + report.numRuntimeErrorTestSuites);
const whole = reports.every(({ success }) => success);
process.exitCode = whole && passed > 0 && failed === 0 ? 0 : 1;
console.log(`${passed} passed, ${failed} failed`);
