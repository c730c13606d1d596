import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import type { operations } from './generated/openapi.js';
import { VERSION, type OperationId, type RecordVerification } from './index.js';
import type { BodyOf, QueryOf } from './models.js';

/** The method of an operation: its id is the way to it. */
type MethodOf<Id extends string, At = RecordVerification> = Id extends `${infer Name}.${infer Rest}`
  ? Name extends keyof At
    ? MethodOf<Rest, At[Name]>
    : never
  : Id extends keyof At
    ? Extract<At[Id], (...given: never[]) => unknown>
    : never;

type Contents<Id extends OperationId> = operations[Id]['responses'][keyof operations[Id]['responses']];
/** The JSON that an operation answers; of a document of another kind, its form here. */
type Described<Id extends OperationId> =
  Contents<Id> extends { content: { 'application/json': infer Body } }
    ? Body
    : Contents<Id> extends { content: { 'text/plain': unknown } }
      ? string
      : Uint8Array;

type Given<Id extends OperationId> =
  Awaited<ReturnType<MethodOf<Id>>> extends { body: infer Body; pages: unknown }
    ? Body
    : Awaited<ReturnType<MethodOf<Id>>>;

type Same<One, Other> =
  (<Type>() => Type extends One ? 1 : 2) extends <Type>() => Type extends Other ? 1 : 2 ? true : false;
/** Whether the arguments of a method have one that takes this. */
type Takes<Id extends OperationId, Argument> = [Argument] extends [never]
  ? true
  : Argument extends Parameters<MethodOf<Id>>[number]
    ? true
    : false;
type HasQuery<Id extends OperationId> = [NonNullable<operations[Id]['parameters']['query']>] extends [never]
  ? never
  : QueryOf<Id>;

/** Documents about the interface have no schema. */
type Promised<Id extends OperationId> = Id extends `documents.${string}` ? Given<Id> : Described<Id>;

/** What of an operation its method does not fit; true where it fits in all. */
type Fits = {
  [Id in OperationId]: Same<Given<Id>, Promised<Id>> extends true
    ? Takes<Id, BodyOf<Id>> extends true
      ? Takes<Id, HasQuery<Id>> extends true
        ? true
        : 'query'
      : 'body'
    : 'answer';
};

describe('the methods', () => {
  it('fit the document, as the compiler has found', () => {
    const fits: { [Id in OperationId]: true } | null = null as Fits | null;
    expect(fits).toBeNull();
  });

  it('name the version of the package', () => {
    const { version } = JSON.parse(readFileSync('clients/typescript/package.json', 'utf8')) as {
      version: string;
    };
    expect(VERSION).toBe(version);
  });
});
