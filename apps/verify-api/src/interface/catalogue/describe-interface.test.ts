import 'reflect-metadata';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { catalogue } from './catalogue.js';
import { describeInterface } from './describe-interface.js';
import { operationIdOf } from '../documentation/operation-groups.js';

interface Media {
  schema?: { $ref?: string };
  examples?: { typical: { value: unknown } };
}

interface Bodied {
  $ref?: string;
  description?: string;
  content?: Record<string, Media>;
}

interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  security?: unknown[];
  parameters?: Bodied[];
  requestBody?: Bodied;
  responses: Record<string, Bodied>;
}

interface Document {
  paths: Record<string, Record<string, Operation>>;
  tags: { name: string }[];
  components: {
    responses: Record<string, Bodied>;
    parameters: Record<string, Bodied>;
    headers: Record<string, Bodied>;
    schemas: Record<string, Schema>;
  };
}

interface Schema {
  $ref?: string;
  examples?: unknown[];
  description?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  additionalProperties?: Schema | boolean;
  anyOf?: Schema[];
  oneOf?: Schema[];
}

/** Operations that a list serves, and those of agents alone. */
const UNROUTED: readonly string[] = ['interactions.export', 'records.export', 'errors.explain'];

/** Answers whose bytes are in a format of their own. */
const BYTES = 'application/octet-stream';

let document: Document;
let operations: Operation[];

beforeAll(() => {
  document = JSON.parse(describeInterface().openapi) as Document;
  operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
});

describe('the OpenAPI document', () => {
  it('is made without a service, and has every operation under the id that its name gives it', () => {
    const ids = operations.map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    const routed = catalogue.filter(({ name }) => !UNROUTED.includes(name));
    expect(routed.map(({ name }) => operationIdOf(name)).filter((id) => !ids.includes(id))).toEqual([]);
  });

  it('has each operation in one chapter that it describes', () => {
    const chapters = document.tags.map(({ name }) => name);
    for (const { operationId, tags } of operations) {
      expect([operationId, tags.length, chapters.includes(tags[0] ?? '')]).toEqual([operationId, 1, true]);
    }
    expect(chapters.filter((name) => !operations.some(({ tags }) => tags.includes(name)))).toEqual([]);
  });

  it('says of exactly the public operations that they need no credential', () => {
    const open = catalogue.filter(({ access }) => access === 'public').map(({ name }) => operationIdOf(name));
    const unsecured = operations.filter(({ security }) => security !== undefined);
    expect(unsecured.map(({ security }) => security?.length)).toEqual(unsecured.map(() => 0));
    expect(open.filter((id) => !unsecured.some(({ operationId }) => operationId === id))).toEqual([]);
  });

  it('describes every member, parameter, header field, answer and operation', () => {
    const { schemas, responses, parameters, headers } = document.components;
    const parts: [string, Bodied][] = [
      ...Object.entries({ ...responses, ...parameters, ...headers }),
      ...operations.flatMap((operation): [string, Bodied][] => [
        [operation.operationId, { description: operation.description ?? operation.summary }],
        ...[...(operation.parameters ?? []), ...Object.values(operation.responses)]
          .filter(({ $ref }) => $ref === undefined)
          .map((part): [string, Bodied] => [`${operation.operationId}: ${JSON.stringify(part)}`, part]),
      ]),
    ];
    const undescribed = parts.filter(([, { description = '' }]) => description === '').map(([name]) => name);
    const members = Object.entries(schemas).flatMap(([name, schema]) => undescribedIn(name, schema));
    expect([...undescribed, ...members]).toEqual([]);
  });

  it('is small enough for the tools that read it', () => {
    expect(Buffer.byteLength(describeInterface().openapi)).toBeLessThanOrEqual(320_000);
  });

  it('has one word for one thing', () => {
    const all = objectsIn(document);
    const members = all.map(({ properties }) => Object.keys((properties ?? {}) as object));
    const names = [...members.flat(), ...all.map(({ name }) => String(name))];
    const FORMER = /^(?:since|until|(?:registered|granted|issued|requested)_at|(?:rotating|overlap)_until)$/;
    expect(names.filter((name) => FORMER.test(name))).toEqual([]);
    expect(members.filter((own) => own.includes('created_at') && !own.includes('updated_at'))).toEqual([]);
  });

  it('is one that generators of clients make something of', () => {
    const { components, paths } = document;
    const { schemas, parameters, responses } = components;
    const names = [schemas, parameters, responses].flatMap((parts) => Object.keys(parts));
    expect(repeated(names.map((name) => name.toLowerCase()))).toEqual([]);
    const all = objectsIn(document);
    expect(all.filter((each) => 'properties' in each && ('oneOf' in each || 'anyOf' in each))).toEqual([]);
    expect(
      all.filter((each) => typeof each['const'] === 'boolean' || each['style'] === 'deepObject'),
    ).toEqual([]);
    const texts = objectsIn([paths, parameters]).filter(
      (each) =>
        each['in'] === 'path' || each['name'] === 'cursor' || each['name'] === 'Service-Consistency-Token',
    );
    const open = texts.filter(({ schema }) => !('pattern' in (schema as object)));
    expect(open.map(({ name }) => name)).toEqual(['environment']);
  });

  it('has an example of every body that is sent or answered, or of its items, which is as its schema says', () => {
    const { components } = document;
    const ajv = new Ajv2020({ strict: false, allErrors: true });
    addFormats.default(ajv);
    ajv.addSchema(document, 'openapi');
    const problems = operations.flatMap(({ operationId, requestBody, responses }) => {
      const success = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1] ?? {};
      const answered = success.$ref === undefined ? success : components.responses[nameOf(success.$ref)];
      return [requestBody ?? {}, answered ?? {}].flatMap(({ content = {} }) =>
        Object.entries(content).flatMap(([type, { schema, examples }]) => {
          if (type === BYTES) return [];
          const named = components.schemas[nameOf(schema?.$ref ?? '')];
          const [example = examples?.typical.value] = named?.examples ?? [];
          // A page says nothing that the example of its items does not.
          const item = components.schemas[nameOf(named?.properties?.['data']?.items?.$ref ?? '')];
          if (example === undefined && item?.examples !== undefined) return [];
          if (example === undefined) return [`${operationId} has no example in ${type}`];
          const validate = ajv.compile(
            JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"openapi#/')) as object,
          );
          return validate(example) ? [] : [`${operationId}: ${ajv.errorsText(validate.errors)}`];
        }),
      );
    });
    expect(problems).toEqual([]);
  });
});

const nameOf = (reference: string): string => reference.slice(reference.lastIndexOf('/') + 1);

const repeated = (names: readonly string[]) => names.filter((name, index) => names.indexOf(name) < index);

function objectsIn(value: unknown): Record<string, unknown>[] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.values(value).flatMap(objectsIn);
  return Array.isArray(value) ? inner : [value as Record<string, unknown>, ...inner];
}

function undescribedIn(path: string, schema: Schema): string[] {
  const { properties = {}, items, additionalProperties, anyOf = [], oneOf = [] } = schema;
  const inner = [items, additionalProperties, ...anyOf, ...oneOf].filter((each) => typeof each === 'object');
  return [
    ...Object.entries(properties).flatMap(([name, member]) => [
      ...(member.description === undefined ? [`${path}.${name}`] : []),
      ...undescribedIn(`${path}.${name}`, member),
    ]),
    ...inner.flatMap((each) => undescribedIn(path, each)),
  ];
}
