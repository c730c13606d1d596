// Compares the interface with that of the last release, and refuses what breaks clients: see docs/versioning.md. Runs on
// the build, and starts no service.
import { readFileSync } from 'node:fs';
import { describeInterface } from '@service/verify-api';
import { breaksBetween, eventBreaksBetween, judgeBreaks } from '@service/testing/compatibility';

const RELEASE = 'docs/releases/0.1.0';
const ALLOWED = 'docs/releases/allowed-breaks.json';

const read = (path) => JSON.parse(readFileSync(path, 'utf8'));
const { openapi, asyncapi } = await describeInterface();
const breaks = [
  ...breaksBetween(read(`${RELEASE}/openapi.json`), JSON.parse(openapi)),
  ...eventBreaksBetween(read(`${RELEASE}/asyncapi.json`), JSON.parse(asyncapi)),
];
const { refused, needless, unexplained } = judgeBreaks(breaks, read(ALLOWED));

for (const each of refused) console.error(`Breaks clients of ${RELEASE}: ${each}`);
for (const each of needless) console.error(`${ALLOWED} allows what does not happen: ${each}`);
for (const each of unexplained) console.error(`${ALLOWED} does not say why: ${each}`);
if (refused.length + needless.length + unexplained.length > 0) process.exitCode = 1;
else console.log(`${breaks.length} intended breaks since ${RELEASE}, no other.`);
