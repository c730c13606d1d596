// A migration that was released never changes: a database that has run it would differ from a new one. Each file's
// SHA-256 is listed beside it, in the form of sha256sum.
import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

const problems = globSync('apps/*/migrations').flatMap((folder) => {
  const lines = readFileSync(join(folder, 'SHA256SUMS'), 'utf8').trimEnd().split('\n');
  const listed = new Map(lines.map((line) => [line.slice(66), line.slice(0, 64)]));
  const files = globSync(join(folder, '*.sql'));
  const missing = [...listed.keys()].filter((name) => !files.some((file) => basename(file) === name));
  return [
    ...missing.map((name) => `${join(folder, name)} is gone.`),
    ...files.flatMap((file) => problemOf(file, listed)),
  ];
});

function problemOf(file, listed) {
  const bytes = readFileSync(file);
  const expected = listed.get(basename(file));
  const index = readFileSync(join(dirname(file), '../src/migrations/index.ts'), 'utf8');
  if (!index.includes(`'${basename(file)}'`))
    return [`${file} never runs: src/migrations/index.ts does not name it.`];
  const actual = createHash('sha256').update(bytes).digest('hex');
  if (!/^-- phase: (?:expand|contract)\n/.test(bytes.toString()))
    return [`${file} does not state its phase.`];
  if (expected === undefined)
    return [`${file} is not listed: (cd ${dirname(file)} && sha256sum ${basename(file)} >> SHA256SUMS)`];
  return expected === actual ? [] : [`${file} was changed; write another migration instead.`];
}

for (const problem of problems) console.error(problem);
process.exitCode = problems.length === 0 ? 0 : 1;
