// The clients in Python and Go as their users get them: without the folders around them.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const MODULE = 'record-verification.example/evidence';

/** A folder from which Python imports the package that its wheel installs. Needs no registry. */
export function installedWheel(python, folder) {
  const installed = join(folder, 'installed');
  const run = (...words) =>
    execFileSync(python, words, { cwd: 'clients/python', encoding: 'utf8', timeout: 120_000 });
  const build = 'import sys; from hatchling.build import build_wheel; print(build_wheel(sys.argv[1]))';
  const wheel = join(folder, run('-c', build, folder).trim());
  const offline = ['--quiet', '--no-index', '--no-deps'];
  run('-m', 'pip', 'install', ...offline, '--target', installed, wheel);
  return installed;
}

/** A fresh Go module that requires a copy of ours, and whose program is that of docs/build.md; its folder, and what it shall print. */
export function goConsumer(folder) {
  const isPublished = (path) => !path.endsWith('_test.go');
  cpSync('clients/go', join(folder, 'module'), { recursive: true, filter: isPublished });
  const consumer = join(folder, 'consumer');
  mkdirSync(consumer);
  writeFileSync(
    join(consumer, 'go.mod'),
    `module example.org/shop\n\ngo 1.23\n\nrequire ${MODULE} v0.3.0\n\nreplace ${MODULE} => ../module\n`,
  );
  cpSync('clients/go/go.sum', join(consumer, 'go.sum'));
  const page = readFileSync('docs/build.md', 'utf8');
  const [, program, expected] = /^```go\n(.*?)^```\n\n```text\n(.*?)^```/ms.exec(page);
  writeFileSync(join(consumer, 'main.go'), program);
  return { consumer, expected };
}
