import { describe, expect, it } from '@jest/globals';
import { SchemaComparison, type Direction } from './compare-schemas.js';
import type { Schema } from './documented.js';

const text: Schema = { type: 'string' };
const short: Schema = { type: 'string', maxLength: 5 };
const nothing: Schema = { type: 'null' };
const optional = (schema: Schema): Schema => ({ anyOf: [schema, nothing] });
const mapOf = (additionalProperties: Schema): Schema => ({ type: 'object', additionalProperties });

function breaks(direction: Direction, old: Schema, now: Schema): string[] {
  return new SchemaComparison({ old: {}, new: {} }, direction).breaks(old, now, 'it');
}

describe('what an answer can be', () => {
  it.each<[string, string[], Schema, Schema]>([
    ['null, as one of two forms', ['it can be null'], text, optional(text)],
    ['null, where it was of a closed list', ['it can be null'], { enum: ['a'] }, optional({ enum: ['a'] })],
    ['another type beside null', ['it can be integer'], optional(text), optional({ type: 'integer' })],
    ['both', ['it can be null', 'it can be integer'], text, { oneOf: [nothing, { type: 'integer' }] }],
    ['a type more among its forms', ['it can be integer'], text, { anyOf: [text, { type: 'integer' }] }],
    ['without a member, or null', ['it.a can be missing'], optional(objectOf('a')), optional(objectOf())],
    ['a map of other values', ['it.* can be null'], mapOf(text), mapOf(optional(text))],
  ])('is not %s', (_, expected, old, now) => {
    expect(breaks('answer', old, now)).toEqual(expected);
  });

  it.each<[string, Schema, Schema]>([
    ['no longer null', optional(text), text],
    ['null as it was, in another form', { type: ['string', 'null'] }, optional(text)],
    [
      'null of a list, in another form',
      { type: ['string', 'null'], enum: ['a', null] },
      optional({ type: 'string', enum: ['a'] }),
    ],
    ['a number without fractions', { type: 'number' }, { enum: [1, 2] }],
  ])('is %s', (_, old, now) => {
    expect(breaks('answer', old, now)).toEqual([]);
  });
});

describe('what a request takes', () => {
  it.each<[string, string[], Schema, Schema]>([
    ['null', ['it no longer takes null'], optional(text), text],
    ['a text beside null', ['it is narrowed by maxLength'], { type: ['string', 'null'] }, optional(short)],
    ['an object beside null', ['it.a is required'], optional(objectOf()), optional(objectOf('a'))],
    ['a type among its forms', ['it no longer takes integer'], { anyOf: [text, { type: 'integer' }] }, text],
    ['values of a map', ['it.* is narrowed by maxLength'], mapOf(text), mapOf(short)],
    ['values that nothing was said of', ['it.* is narrowed by maxLength'], { type: 'object' }, mapOf(short)],
    [
      'names of a map',
      ['it.* as a name is narrowed by maxLength'],
      { ...mapOf(text), propertyNames: { maxLength: 40 } },
      { ...mapOf(text), propertyNames: { maxLength: 20 } },
    ],
    [
      'names that nothing was said of',
      ['it.* as a name is narrowed by pattern'],
      mapOf(text),
      { ...mapOf(text), propertyNames: { pattern: '^[a-z]+$' } },
    ],
    [
      'a map',
      ['it takes no members of other names'],
      mapOf(text),
      { type: 'object', additionalProperties: false },
    ],
  ])('stays: %s', (_, expected, old, now) => {
    expect(breaks('request', old, now)).toEqual(expected);
  });

  it.each<[string, Schema, Schema]>([
    ['null too', text, optional(text)],
    ['any number', { type: 'integer' }, { type: 'number' }],
    ['a map of longer texts', mapOf(short), mapOf(text)],
    ['longer names', { ...mapOf(text), propertyNames: { maxLength: 40 } }, mapOf(text)],
  ])('can become %s', (_, old, now) => {
    expect(breaks('request', old, now)).toEqual([]);
  });
});

it('a schema that contains itself, or null, is compared once', () => {
  const tree = { $ref: '#/Tree' };
  const document = (child: Schema, name: Schema) => ({
    Tree: { type: 'object', properties: { child, name } },
  });
  const documents = { old: document(tree, text), new: document(optional(tree), optional(text)) };
  expect(new SchemaComparison(documents, 'answer').breaks(tree, tree, 'it')).toEqual([
    'it.child can be null',
    'it.name can be null',
  ]);
});

function objectOf(...names: string[]): Schema {
  const members = names.map((name): [string, Schema] => [name, text]);
  return { type: 'object', properties: Object.fromEntries(members), required: names };
}
