// A migration that was released never changes: a database that has run it would differ from a new one. From the first
// release on, each file's SHA-256 is listed beside it, in the form of sha256sum; before it, no database has to be upgraded.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { digestOf, readDigestList } from './digest-list.mjs';

/** Kept when the first release is cut. */
const FIRST_RELEASE = 'docs/releases/0.3.0';

const PHASE = /^-- phase: (?:expand|contract)\n/;

const released = existsSync(FIRST_RELEASE);

const problems = globSync('{apps,libs}/*/migrations').flatMap((folder) => {
  const files = globSync(join(folder, '*.sql'));
  const source = globSync(join(folder, '../src/**/*.ts')).map((file) => readFileSync(file, 'utf8'));
  const unnamed = files.filter((file) => !source.some((text) => text.includes(`${basename(file)}'`)));
  const silent = files.filter((file) => !PHASE.test(readFileSync(file, 'utf8')));
  return [
    ...unnamed.map((file) => `${file} never runs: nothing in src names it.`),
    ...silent.map((file) => `${file} does not state its phase.`),
    ...(released ? changesSinceListed(folder, files) : []),
  ];
});

function changesSinceListed(folder, files) {
  const lines = readDigestList(join(folder, 'SHA256SUMS'));
  const listed = new Map(lines);
  // A second line for a name would hide a change. A migration before listed ones runs before them in a new database only.
  const misplaced = lines.filter(([name], index) => index > 0 && name <= lines[index - 1][0]);
  const gone = [...listed.keys()].filter((name) => !files.some((file) => basename(file) === name));
  return [
    ...misplaced.map(
      ([name]) => `${join(folder, name)} is listed twice, or behind a later one: new migrations come last.`,
    ),
    ...gone.map((name) => `${join(folder, name)} is gone.`),
    ...files.flatMap((file) => {
      const expected = listed.get(basename(file));
      if (expected === undefined)
        return [`${file} is not listed: (cd ${folder} && sha256sum ${basename(file)} >> SHA256SUMS)`];
      return expected === digestOf(file) ? [] : [`${file} was changed; write another migration instead.`];
    }),
  ];
}

for (const problem of problems) console.error(problem);
process.exitCode = problems.length === 0 ? 0 : 1;
