import * as fc from 'fast-check';
import type { InterfaceDocument, Operation, Parameter } from './interface-document.js';
import { fromSchema, type Schema, type Surroundings } from './schema-arbitrary.js';

const ROLES = ['admin', 'admin', 'operator', 'verify', 'audit', 'nobody'] as const;

/** A request that a fuzzer sends. */
export interface FuzzedRequest {
  operation: Operation;
  role: (typeof ROLES)[number];
  /** `{id}` of the path is chosen from the ids that are known when it is sent, by these numbers. */
  ids: number[];
  /** Ids that nothing has, in place of known ones. */
  strangers: (string | null)[];
  query: string;
  headers: Record<string, string>;
  body: unknown;
}

/** Seed of every run: the same requests each time, but for the ids that the service makes. */
const SEED = 20;

/** Requests for one operation, three in five of them by somebody who may do it, and as the document wants them. */
export function requestsOf(
  operation: Operation,
  document: InterfaceDocument,
  known: readonly string[],
  count: number,
): FuzzedRequest[] {
  const resolve = (name: string) => (document.components.schemas[name] ?? {}) as Schema;
  const tame = requestArbitrary(operation, { resolve, known, wild: false });
  const wild = requestArbitrary(operation, { resolve, known, wild: true });
  const arbitrary = fc.oneof({ weight: 3, arbitrary: tame }, { weight: 2, arbitrary: wild });
  return fc.sample(arbitrary, { numRuns: count, seed: SEED }).map((sample) => ({ ...sample, operation }));
}

function requestArbitrary(
  operation: Operation,
  around: Surroundings,
): fc.Arbitrary<Omit<FuzzedRequest, 'operation'>> {
  const { body, capabilities } = operation;
  const { wild } = around;
  const valuesOf = (place: Parameter['in']) => {
    const parameters = operation.parameters.filter((parameter) => parameter.in === place);
    return fc.record(
      Object.fromEntries(parameters.map(({ name, schema }) => [name, fromSchema(schema, around, name)])),
      { requiredKeys: [] },
    );
  };
  const bodyOf =
    body === undefined
      ? fc.constant(undefined)
      : fc.oneof(
          { weight: 30, arbitrary: fromSchema(body, around) },
          {
            weight: wild ? 1 : 0,
            arbitrary: fc.constantFrom('', '{', '{"a":1,"a":2}', '\0', '['.repeat(40)),
          },
        );
  const able = (['operator', 'audit'] as const).find((role) => capabilities.includes(role)) ?? 'admin';
  const stranger = wild
    ? fc.option(fc.string({ minLength: 1, unit: 'grapheme' }), { freq: 3 })
    : fc.constant(null);
  return fc.record({
    role: wild ? fc.constantFrom(...ROLES) : fc.constant(able),
    ids: fc.array(fc.nat(), { minLength: 2, maxLength: 2 }),
    strangers: fc.array(stranger, { minLength: 2, maxLength: 2 }),
    query: valuesOf('query').map(queryText),
    // Nobody guesses the version, a key or a token that exists: most requests go without them.
    headers: wild
      ? fc.oneof(
          { weight: 2, arbitrary: fc.constant({}) },
          { weight: 1, arbitrary: valuesOf('header').map(headerTexts) },
        )
      : fc.constant({}),
    body: bodyOf,
  });
}

function queryText(query: Record<string, unknown>): string {
  return new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) =>
      [value].flat().map((each): [string, string] => [name, String(each)]),
    ),
  ).toString();
}

/** Header fields can hold only some characters; a client sends no others. */
function headerTexts(headers: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      String(value)
        .replaceAll(/[^\x21-\x7e ]/g, '')
        .slice(0, 300),
    ]),
  );
}
