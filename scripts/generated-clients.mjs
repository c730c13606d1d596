// Which files of the Python client are made, and from what.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

export const PYTHON_PACKAGE = 'clients/python/src/record_verification';
export const MADE_FROM = 'clients/python/made-from.json';

const MADE = ['models', 'params', 'error_codes', '_resources', '_async_resources', '_sender', '_client'];
/** What the last two are made from. */
const DERIVED_FROM = ['_async_sender', '_async_client'];
const digest = (data) => createHash('sha256').update(data).digest('hex');

/** Digests of the document, of what makes the files from it, and of the files: a change of any of them shows. */
export function madeFrom(openapi) {
  const files = [...MADE, ...DERIVED_FROM].map((name) => `${PYTHON_PACKAGE}/${name}.py`);
  const digests = files.map((file) => [file, digest(readFileSync(file))]);
  return {
    document: digest(openapi),
    generator: digest(readFileSync('clients/python/scripts/generate.py')),
    files: Object.fromEntries(digests),
  };
}
