// Writes the commands of the API from its OpenAPI document; a test fails where they are stale.
import { writeFile } from 'node:fs/promises';
import { describeInterface } from '@service/verify-api';
import { operationsOf } from '../clients/cli/src/testing/operations-of.ts';

const { openapi } = await describeInterface();
const operations = operationsOf(JSON.parse(openapi));
const code = `// Made by \`npm run docs\` from the OpenAPI document.
import type { Operation } from './operation.js';

/** The operations of the API that are commands. */
export const OPERATIONS: readonly Operation[] = ${JSON.stringify(operations)};
`;
await writeFile('clients/cli/src/operations/operations.ts', code);
