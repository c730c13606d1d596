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

const withMember = (schema: Schema, name: string, member: Schema, required: readonly string[]): Schema => ({
  ...schema,
  properties: { ...schema.properties, [name]: member },
  required: [...(schema.required ?? []), ...required],
});
const since = (parts: Parts) => breaksBetween(document(), document(parts));

type Parts = Parameters<typeof document>[0];
const onlyCreated = document().paths['/parcels']?.['post']?.responses['201'] as object;
const operation = (changes: object): Parts => ({ operation: changes });
const dry = (parameter: object) => operation({ parameters: [{ name: 'dry', in: 'query', ...parameter }] });
const sent = (name: string, member: Schema, required: readonly string[] = []): Parts => ({
  sending: withMember(sending, name, member, required),
});
const answered = (name: string, member: Schema, required: readonly string[] = []): Parts => ({
  parcel: withMember(parcel, name, member, required),
});

describe('what breaks clients', () => {
  const { weight: _, ...weightless } = parcel.properties ?? {};
  const { speed: __, ...speedless } = sending.properties ?? {};

  it.each<[string, Parts]>([
    [' is called parcels.post, and was parcels.send', operation({ operationId: 'parcels.post' })],
    [': 201 is no longer answered', operation({ responses: { 406: {} } })],
    [
      ': 201 has no Location',
      operation({
        responses: {
          201: { content: { 'application/json': { schema: parcel } } },
          default: { content: {} },
        },
      }),
    ],
    [': query dry is no longer taken', operation({ parameters: [] })],
    [': query dry no longer takes string', dry({ schema: { type: 'boolean' } })],
    [': query dry is required', dry({ required: true, schema: { type: ['boolean', 'string'] } })],
    [': body.from is required', sent('from', text, ['from'])],
    [': body.speed is no longer taken', { sending: { ...sending, properties: speedless } }],
    [': body.to is narrowed by maxLength', sent('to', { type: 'string', maxLength: 50 })],
    [': body.speed no longer takes "fast"', sent('speed', { enum: ['slow'] })],
    [': body.to takes only a closed list', sent('to', { ...text, enum: ['home'], maxLength: 100 })],
    [': 201.state can be missing', { parcel: { ...parcel, required: ['id'] } }],
    [': 201.weight can be missing', { parcel: { ...parcel, properties: weightless } }],
    [': 201.id can be null', answered('id', { type: ['string', 'null'] })],
    [': 201.state is no longer of a closed list', answered('state', text)],
  ])('is that POST /parcels%s', (broken, parts) => {
    expect(since(parts)).toEqual([`POST /parcels${broken}`]);
  });

  it('is a path that is gone', () => {
    expect(breaksBetween(document(), { paths: {} })).toEqual(['POST /parcels is gone']);
  });
});

describe('what does not break them', () => {
  it.each<[string, Parts]>([
    ['nothing', {}],
    ['a member that a request may have', sent('from', text)],
    ['a member more in an answer', answered('sender', text, ['sender'])],
    ['another state of what is answered', answered('state', { enum: ['sent', 'lost', 'found'] })],
    ['a longer text', sent('to', { type: 'string', maxLength: 200 })],
    ['a choice more', sent('speed', { enum: ['slow', 'fast', 'drone'] })],
    [
      'an error that is the default answer',
      operation({ responses: { 201: onlyCreated, default: { content: {} } } }),
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
