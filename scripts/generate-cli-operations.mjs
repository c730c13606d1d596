// Writes the commands of the client from the API's OpenAPI document. With `--check` it writes nothing and fails where the file is
// stale.
import { readFile, writeFile } from 'node:fs/promises';
import prettier from 'prettier';
import { describeInterface } from '@service/verify-api';
import { operationsOf } from '../clients/cli/src/testing/operations-of.ts';

const FILE = 'clients/cli/src/operations/operations.ts';
const HEAD = `// Made by \`npm run docs\` from the OpenAPI document.
import type { Operation } from './operation.js';

/** The operations of the API that are commands. */
export const OPERATIONS: readonly Operation[] = `;

const { openapi } = describeInterface();
const code = HEAD + JSON.stringify(operationsOf(JSON.parse(openapi)));
const text = await prettier.format(code, { ...(await prettier.resolveConfig(FILE)), filepath: FILE });
if (!process.argv.includes('--check')) await writeFile(FILE, text);
else if ((await readFile(FILE, 'utf8').catch(() => '')) === text) console.log(`${FILE} is current.`);
else {
  console.error(`${FILE} is stale: run npm run docs.`);
  process.exitCode = 1;
}
