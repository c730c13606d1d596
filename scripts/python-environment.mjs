// The Python environment of clients/python: its packages at pinned versions, checked by their hashes, in the tools' cache.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** Where tools are kept between runs. */
export const CACHE =
  process.env['RECORD_TOOLS'] ?? join(homedir(), '.cache/record-verification-service/tools');
const PINS = 'clients/python/requirements-dev.txt';

/** The environment's Python, which is installed if missing. Throws where python3, its venv or a registry is missing. */
export function pythonEnvironment() {
  const version = execFileSync('python3', ['--version'], { encoding: 'utf8' });
  const name = createHash('sha256').update(version).update(readFileSync(PINS)).digest('hex').slice(0, 12);
  const folder = join(CACHE, `python-${name}`);
  const python = join(folder, 'bin/python');
  // An environment cannot be made elsewhere and renamed, so a marker file shows that it is complete.
  const mark = join(folder, 'whole');
  if (existsSync(mark)) return python;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(CACHE, { recursive: true });
  // A registry that does not answer must not hold up CI.
  const run = (program, words) =>
    execFileSync(program, words, { stdio: ['ignore', 'ignore', 'inherit'], timeout: 600_000 });
  run('python3', ['-m', 'venv', folder]);
  run(python, ['-m', 'pip', 'install', '--quiet', '--require-hashes', '--requirement', PINS]);
  mkdirSync(`${mark}-unfinished`);
  renameSync(`${mark}-unfinished`, mark);
  return python;
}
