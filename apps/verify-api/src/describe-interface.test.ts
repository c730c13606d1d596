import 'reflect-metadata';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { catalogue } from './catalogue/catalogue.js';
import { describeInterface } from './describe-interface.js';
import { operationIdOf } from './documentation/operation-groups.js';

interface Operation {
  operationId: string;
  tags: string[];
  security?: unknown[];
}

interface Document {
  paths: Record<string, Record<string, Operation>>;
  tags: { name: string }[];
}

let document: Document;
let operations: Operation[];

beforeAll(async () => {
  document = JSON.parse((await describeInterface()).openapi) as Document;
  operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
});

describe('the OpenAPI document', () => {
  it('is made without a service, and has every operation under the id that its name gives it', () => {
    const ids = operations.map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    const routed = catalogue.filter(({ name }) => name !== 'interaction.export');
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
});
