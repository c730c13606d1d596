// Generates a part of the Python client from the OpenAPI document, and records the digests of both. With `--check` it writes nothing
// and fails where the client is stale or was changed by hand.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeInterface } from '@service/verify-api';
import { MADE_FROM, PYTHON_PACKAGE, madeFrom } from './generated-clients.mjs';
import { pythonEnvironment } from './python-environment.mjs';

const { openapi } = describeInterface();
if (!process.argv.includes('--check')) generate();
else if (isCurrent()) console.log('The Python client is current.');
else {
  console.error('The Python client is stale, or was changed by hand: run npm run clients:generate.');
  process.exitCode = 1;
}

function generate() {
  const folder = mkdtempSync(join(tmpdir(), 'clients-'));
  try {
    const document = join(folder, 'openapi.json');
    writeFileSync(document, openapi);
    const words = ['-W', 'ignore', 'clients/python/scripts/generate.py', document, PYTHON_PACKAGE];
    execFileSync(pythonEnvironment(), words, { stdio: 'inherit' });
  } finally {
    rmSync(folder, { recursive: true });
  }
  writeFileSync(MADE_FROM, currentSources());
}

/** A file that is missing is stale too. */
function isCurrent() {
  try {
    return readFileSync(MADE_FROM, 'utf8') === currentSources();
  } catch {
    return false;
  }
}

function currentSources() {
  return `${JSON.stringify(madeFrom(openapi), null, 2)}\n`;
}
