// Builds wheel and sdist of the Python client, and installs each into an empty environment of every available Python.
// There it verifies a record and a delivery, and has a tampered answer refused. Not part of CI: needs a registry.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pythonEnvironment } from './python-environment.mjs';

const VERSIONS = ['3.11', '3.12', '3.13'];
const VECTORS = resolve('docs/vectors');
const PROGRAM = `
import base64, json, sys
from datetime import datetime
from pathlib import Path
from record_verification import RecordVerification, verify_delivery
from record_verification.evidence import parse_trust, verify_bundle

folder = Path(sys.argv[1])
trust = parse_trust((folder / "keys.json").read_bytes())
bundle = (folder / "bundle.json").read_bytes()
assert verify_bundle(bundle, trust).ok
assert not verify_bundle(bundle.replace(b'"active"', b'"revoked"'), trust).ok
delivery = json.loads((folder / "deliveries.json").read_text())[0]
now = datetime.fromisoformat(delivery["now"].replace("Z", "+00:00"))
verify_delivery(delivery["headers"], base64.b64decode(delivery["body"]), delivery["keys"], now=now)
repr(RecordVerification(token="none", base_url="http://127.0.0.1:1"))
print(sys.version.split()[0], "ok")
`;

const folder = mkdtempSync(join(tmpdir(), 'packages-'));
const run = (program, words, options = {}) =>
  execFileSync(program, words, { stdio: ['ignore', 'ignore', 'inherit'], ...options });
try {
  const build =
    'from hatchling.build import build_sdist, build_wheel; build_wheel("' +
    folder +
    '"); build_sdist("' +
    folder +
    '")';
  run(pythonEnvironment(), ['-c', build], { cwd: 'clients/python' });
  const packages = readdirSync(folder);
  const program = join(folder, 'program.py');
  writeFileSync(program, PROGRAM);
  for (const version of VERSIONS) {
    const python = pythonOf(version);
    if (python === null) {
      console.log(`NOT TESTED on Python ${version}: it is not here.`);
      continue;
    }
    for (const name of packages) {
      const environment = join(folder, `${version}-${name.endsWith('.whl') ? 'wheel' : 'sdist'}`);
      run(python, ['-m', 'venv', environment]);
      const inside = join(environment, 'bin/python');
      run(inside, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', join(folder, name)]);
      run(inside, [program, VECTORS], { stdio: 'inherit', cwd: folder });
    }
  }
} finally {
  rmSync(folder, { recursive: true });
}

/** The path of a Python: on the path, or one of pyenv's; null where there is none. */
function pythonOf(version) {
  for (const [program, words] of [
    [`python${version}`, []],
    ['pyenv', ['prefix', version]],
  ]) {
    try {
      if (words.length === 0)
        return execFileSync(program, ['-c', 'import sys; print(sys.executable)'], {
          encoding: 'utf8',
          stdio: ['ignore', 'pipe', 'ignore'],
        }).trim();
      return join(
        execFileSync(program, words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim(),
        'bin/python',
      );
    } catch {
      // Try the next place.
    }
  }
  return null;
}
