// Writes the types of the TypeScript client from the OpenAPI document: the schemas, and of each operation what is sent and
// what a success answers. With `--check` it writes nothing and fails where the file is stale.
import { readFile, writeFile } from 'node:fs/promises';
import { describeInterface } from '@service/verify-api';
import openapiTypes, { astToString } from 'openapi-typescript';

const FILE = 'clients/typescript/src/generated/openapi.ts';
const HEAD = '// Generated from the OpenAPI document by `npm run docs`.\n\n';

const { openapi } = await describeInterface();
const text =
  HEAD +
  astToString(
    await openapiTypes(reduced(JSON.parse(openapi)), { alphabetize: true, defaultNonNullable: false }),
  );
if (!process.argv.includes('--check')) await writeFile(FILE, text);
else if ((await readFile(FILE, 'utf8').catch(() => '')) === text) console.log(`${FILE} is current.`);
else {
  console.error(`${FILE} is stale: run npm run docs.`);
  process.exitCode = 1;
}

/** The document without errors and header fields, which are nine tenths of its types and which the client handles itself. */
function reduced({ openapi: version, info, paths, components }) {
  const resolve = (value) =>
    value?.$ref === undefined
      ? value
      : components[value.$ref.split('/').at(-2)][value.$ref.split('/').at(-1)];
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
