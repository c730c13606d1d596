// Writes what the Python client has from the OpenAPI document, and of what it was made: scripts/test-clients.mjs compares that.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeInterface } from '@service/verify-api';
import { MADE_FROM, PYTHON_PACKAGE, madeFrom } from './generated-clients.mjs';
import { pythonEnvironment } from './python-environment.mjs';

const { openapi } = await describeInterface();
const folder = mkdtempSync(join(tmpdir(), 'clients-'));
try {
  const document = join(folder, 'openapi.json');
  writeFileSync(document, openapi);
  const words = ['-W', 'ignore', 'clients/python/scripts/generate.py', document, PYTHON_PACKAGE];
  execFileSync(pythonEnvironment(), words, { stdio: 'inherit' });
} finally {
  rmSync(folder, { recursive: true });
}
writeFileSync(MADE_FROM, `${JSON.stringify(madeFrom(openapi), null, 2)}\n`);
