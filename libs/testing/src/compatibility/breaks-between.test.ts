import { describe, expect, it } from '@jest/globals';
import { breaksBetween } from './breaks-between.js';
import type { InterfaceDocument, Schema } from './documented.js';
import { judgeBreaks } from './judge-breaks.js';

const text = { type: 'string' };
const parcel: Schema = {
  type: 'object',
  properties: { id: text, state: { enum: ['sent', 'lost'] }, weight: { type: 'integer' } },
  required: ['id', 'state'],
  additionalProperties: false,
};
const sending: Schema = {
  type: 'object',
  properties: { to: { type: 'string', maxLength: 100 }, speed: { enum: ['slow', 'fast'] } },
  required: ['to'],
  additionalProperties: false,
};

/** A document with one operation, of which parts are replaced. */
function document(parts: { operation?: object; parcel?: Schema; sending?: Schema } = {}): InterfaceDocument {
  return {
    paths: {
      '/parcels': {
        post: {
          operationId: 'parcels.send',
          parameters: [{ $ref: '#/components/parameters/Dry' }],
          requestBody: {
            required: true,
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Sending' } } },
          },
          responses: {
            201: {
              headers: { Location: {} },
              content: { 'application/json': { schema: { $ref: '#/components/schemas/Parcel' } } },
            },
            406: { content: {} },
          },
          ...parts.operation,
        },
      },
    },
    components: {
      parameters: { Dry: { name: 'dry', in: 'query', schema: { type: ['boolean', 'string'] } } },
      schemas: { Parcel: parts.parcel ?? parcel, Sending: parts.sending ?? sending },
    },
  };
}

const withMember = (
  schema: Schema,
  name: string,
  member: Schema,
  required: readonly string[] = [],
): Schema => ({
  ...schema,
  properties: { ...schema.properties, [name]: member },
  required: [...(schema.required ?? []), ...required],
});
const since = (parts: Parameters<typeof document>[0]) => breaksBetween(document(), document(parts));

describe('what breaks clients', () => {
  it.each<[string, string[], Parameters<typeof document>[0]]>([
    [
      'another id',
      ['POST /parcels is called parcels.post, and was parcels.send'],
      { operation: { operationId: 'parcels.post' } },
    ],
    [
      'a status that is gone',
      ['POST /parcels: 201 is no longer answered'],
      { operation: { responses: { 406: {} } } },
    ],
    [
      'a header field that is gone',
      ['POST /parcels: 201 has no Location'],
      {
        operation: {
          responses: {
            201: { content: { 'application/json': { schema: parcel } } },
            default: { content: {} },
          },
        },
      },
    ],
    [
      'a parameter that is gone',
      ['POST /parcels: query dry is no longer taken'],
      { operation: { parameters: [] } },
    ],
    [
      'a parameter of fewer types',
      ['POST /parcels: query dry no longer takes string'],
      {
        operation: { parameters: [{ name: 'dry', in: 'query', schema: { type: 'boolean' } }] },
      },
    ],
    [
      'a parameter that is required',
      ['POST /parcels: query dry is required'],
      {
        operation: {
          parameters: [{ name: 'dry', in: 'query', required: true, schema: { type: ['boolean', 'string'] } }],
        },
      },
    ],
    [
      'a member that a request must have',
      ['POST /parcels: body.from is required'],
      { sending: withMember(sending, 'from', text, ['from']) },
    ],
    [
      'a member that a request may no longer have',
      ['POST /parcels: body.speed is no longer taken'],
      {
        sending: { ...sending, properties: { to: sending.properties?.['to'] as Schema } },
      },
    ],
    [
      'a shorter text',
      ['POST /parcels: body.to is narrowed by maxLength'],
      { sending: withMember(sending, 'to', { type: 'string', maxLength: 50 }) },
    ],
    [
      'a choice that is gone',
      ['POST /parcels: body.speed no longer takes "fast"'],
      { sending: withMember(sending, 'speed', { enum: ['slow'] }) },
    ],
    [
      'a list that is closed',
      ['POST /parcels: body.to takes only a closed list'],
      { sending: withMember(sending, 'to', { ...text, enum: ['home'], maxLength: 100 }) },
    ],
    [
      'a member that an answer can lack',
      ['POST /parcels: 201.state can be missing'],
      { parcel: { ...parcel, required: ['id'] } },
    ],
    [
      'a member that is gone',
      ['POST /parcels: 201.weight can be missing'],
      {
        parcel: { ...parcel, properties: { id: text, state: { enum: ['sent', 'lost'] } } },
      },
    ],
    [
      'an answer of another type',
      ['POST /parcels: 201.id can be null'],
      { parcel: withMember(parcel, 'id', { type: ['string', 'null'] }) },
    ],
    [
      'an answer of an open list',
      ['POST /parcels: 201.state is no longer of a closed list'],
      { parcel: withMember(parcel, 'state', text) },
    ],
  ])('is %s', (_, breaks, parts) => {
    expect(since(parts)).toEqual(breaks);
  });

  it('is a path that is gone', () => {
    expect(breaksBetween(document(), { paths: {} })).toEqual(['POST /parcels is gone']);
  });
});

describe('what does not break them', () => {
  it.each<[string, Parameters<typeof document>[0]]>([
    ['nothing', {}],
    ['a member that a request may have', { sending: withMember(sending, 'from', text) }],
    ['a member more in an answer', { parcel: withMember(parcel, 'sender', text, ['sender']) }],
    [
      'another state of what is answered',
      { parcel: withMember(parcel, 'state', { enum: ['sent', 'lost', 'found'] }) },
    ],
    ['a longer text', { sending: withMember(sending, 'to', { type: 'string', maxLength: 200 }) }],
    ['a choice more', { sending: withMember(sending, 'speed', { enum: ['slow', 'fast', 'drone'] }) }],
    [
      'an error that is the default answer',
      {
        operation: {
          responses: {
            201: document().paths['/parcels']?.['post']?.responses['201'] as object,
            default: { content: {} },
          },
        },
      },
    ],
  ])('is %s', (_, parts) => {
    expect(since(parts)).toEqual([]);
  });
});

describe('a break that is allowed', () => {
  const breaks = ['GET /a is gone', 'GET /b: query q is required'];

  it('is named with its reason, and others are refused', () => {
    const allowed = [{ break: 'GET * is gone', why: 'Nobody used it.' }];
    expect(judgeBreaks(breaks, allowed)).toEqual({ refused: [breaks[1]], needless: [], unexplained: [] });
  });

  it('happens, and has a reason', () => {
    const allowed = [
      { break: '*', why: ' ' },
      { break: 'GET /a?', why: 'A dot is a dot, and a question mark one.' },
    ];
    expect(judgeBreaks(breaks, allowed)).toEqual({ refused: [], needless: ['GET /a?'], unexplained: ['*'] });
  });
});
