// Writes what follows from the OpenAPI document: the commands of the command-line client, and of the TypeScript client the
// schemas and each operation's request and success types and its method. With `--check` it writes nothing and fails where a
// file is stale.
import { readFile, writeFile } from 'node:fs/promises';
import { describeInterface } from '@service/verify-api';
import openapiTypes, { astToString } from 'openapi-typescript';
import prettier from 'prettier';
import { operationsOf } from '../clients/cli/src/testing/operations-of.ts';
import { clientSources, resolved } from './client-resources.mjs';

const FOLDER = 'clients/typescript/src/generated';
const HEAD = '// Generated from the OpenAPI document by `npm run docs`.\n\n';
const COMMANDS = 'clients/cli/src/operations/operations.ts';
const COMMANDS_HEAD = `// Made by \`npm run docs\` from the OpenAPI document.
import type { Operation } from './operation.js';

/** The operations of the API that are commands. */
export const OPERATIONS: readonly Operation[] = `;

const document = JSON.parse(describeInterface().openapi);
const types = await openapiTypes(reduced(document), { alphabetize: true, defaultNonNullable: false });
const sources = { 'openapi.ts': astToString(types), ...clientSources(document) };
const files = Object.entries(sources).map(([name, source]) => [`${FOLDER}/${name}`, HEAD + source]);
const commands = COMMANDS_HEAD + JSON.stringify(operationsOf(document));
const style = { ...(await prettier.resolveConfig(COMMANDS)), filepath: COMMANDS };
files.push([COMMANDS, await prettier.format(commands, style)]);
for (const [file, text] of files) {
  if (!process.argv.includes('--check')) await writeFile(file, text);
  else if ((await readFile(file, 'utf8').catch(() => '')) === text) console.log(`${file} is current.`);
  else {
    console.error(`${file} is stale: run npm run docs.`);
    process.exitCode = 1;
  }
}

/** The document without errors and header fields, which are nine tenths of its types and which the client handles itself. */
function reduced({ openapi: version, info, paths, components }) {
  const resolve = (value) => resolved({ components }, value);
  const operations = Object.entries(paths).map(([path, methods]) => [
    path,
    Object.fromEntries(
      Object.entries(methods).map(([method, operation]) => [method, reducedOperation(operation, resolve)]),
    ),
  ]);
  const { schemas } = components;
  return { openapi: version, info, paths: Object.fromEntries(operations), components: { schemas } };
}

function reducedOperation({ operationId, parameters = [], requestBody, responses }, resolve) {
  const sent = parameters.map(resolve).filter((parameter) => parameter.in !== 'header');
  const good = Object.entries(responses).filter(([status]) => status.startsWith('2'));
  return {
    operationId,
    parameters: sent,
    ...(requestBody === undefined
      ? {}
      : { requestBody: { ...requestBody, content: withoutExamples(requestBody.content) } }),
    responses: Object.fromEntries(
      good.map(([status, response]) => {
        const { description, content } = resolve(response);
        return [status, { description, content: withoutExamples(content) }];
      }),
    ),
  };
}

function withoutExamples(content = {}) {
  return Object.fromEntries(Object.entries(content).map(([type, { schema }]) => [type, { schema }]));
}
