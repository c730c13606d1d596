// Compares the interface with those of the stored releases, and refuses changes that break clients: see
// docs/versioning.md. Runs on the build, and starts no service.
import { readFileSync, readdirSync } from 'node:fs';
import { describeInterface } from '@service/verify-api';
import { breaksBetween, eventBreaksBetween, judgeBreaks } from '@service/testing/compatibility';
import { digestOf, readDigestList } from './digest-list.mjs';

const KEPT = 'docs/releases';
const RELEASES = readdirSync(KEPT, { withFileTypes: true }).flatMap((entry) =>
  entry.isDirectory() ? [`${KEPT}/${entry.name}`] : [],
);
/** A document that was edited would hide the breaks that it was edited for. */
const edited = RELEASES.flatMap((release) =>
  readDigestList(`${release}/SHA256SUMS`).flatMap(([name, digest]) =>
    digestOf(`${release}/${name}`) === digest ? [] : [`${release}/${name}`],
  ),
);
const ALLOWED = 'docs/releases/allowed-breaks.json';

const read = (path) => JSON.parse(readFileSync(path, 'utf8'));
const { openapi, asyncapi } = describeInterface();
const breaks = RELEASES.flatMap((release) => [
  ...breaksBetween(read(`${release}/openapi.json`), JSON.parse(openapi)),
  ...eventBreaksBetween(read(`${release}/asyncapi.json`), JSON.parse(asyncapi)),
]);
const { refused, needless, unexplained } = judgeBreaks(breaks, read(ALLOWED));

for (const each of edited) console.error(`Not as it was kept: ${each}`);
for (const each of refused) console.error(`Breaks clients of a release: ${each}`);
for (const each of needless) console.error(`${ALLOWED} allows what does not happen: ${each}`);
for (const each of unexplained) console.error(`${ALLOWED} does not say why: ${each}`);
if ([edited, refused, needless, unexplained].some(({ length }) => length > 0)) process.exitCode = 1;
else console.log(`${breaks.length} intended breaks since ${RELEASES.join(' and ')}, no other.`);
