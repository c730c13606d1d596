import * as fc from 'fast-check';
import type { InterfaceDocument, Operation, Parameter } from './interface-document.js';
import { fromSchema, type Schema } from './schema-arbitrary.js';

/** Whose credential a request bears: an admin's every other time. */
const ROLES = ['admin', 'admin', 'admin', 'admin', 'operator', 'verify', 'audit', 'nobody'] as const;

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

/** Requests for one operation, most of them valid. */
export function requestsOf(
  operation: Operation,
  document: InterfaceDocument,
  known: string[],
  count: number,
): FuzzedRequest[] {
  const resolve = (name: string) => (document.components.schemas[name] ?? {}) as Schema;
  const valuesOf = (place: Parameter['in']) =>
    fc.record(
      Object.fromEntries(
        operation.parameters
          .filter((parameter) => parameter.in === place)
          .map(({ name, schema }) => [name, fromSchema(schema, resolve, known)]),
      ),
      { requiredKeys: [] },
    );
  const { body } = operation;
  const arbitrary = fc.record({
    role: fc.constantFrom(...ROLES),
    ids: fc.array(fc.nat(), { minLength: 2, maxLength: 2 }),
    strangers: fc.array(
      fc.option(fc.string({ minLength: 1, unit: 'grapheme' }), { freq: 5, nil: null }).map((each) => each),
      { minLength: 2, maxLength: 2 },
    ),
    query: valuesOf('query').map(queryText),
    headers: valuesOf('header').map(headerTexts),
    body:
      body === undefined
        ? fc.constant(undefined)
        : fc.oneof(
            { weight: 30, arbitrary: fromSchema(body, resolve, known) },
            { weight: 1, arbitrary: fc.constantFrom('', '{', '{"a":1,"a":2}', '\0', '['.repeat(40)) },
          ),
  });
  return fc.sample(arbitrary, { numRuns: count, seed: SEED }).map((sample) => ({ ...sample, operation }));
}

function queryText(query: Record<string, unknown>): string {
  return new URLSearchParams(
    Object.entries(query).map(([name, value]) => [name, String(value)] as [string, string]),
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
