import { describe, expect, it } from '@jest/globals';
import { parseOptionalBody } from '../../channels/http/json-body.js';
import { checkInput } from './check-input.js';
import { AddressesMember, CountsMember, MapMember } from './object-members.js';

class Body {
  @MapMember('', { maxProperties: 2, maxKeyLength: 3, maxLength: 4, optional: true })
  notes?: Record<string, string>;

  @MapMember('', { maxProperties: 2, maxKeyLength: 3, maxLength: 4, removable: true, optional: true })
  changes?: Record<string, string | null>;

  @CountsMember('', { min: 1, max: 9, optional: true, nullable: true })
  rates?: object | null;

  @CountsMember('', { min: 0, max: 9, endable: true, optional: true })
  quota?: object;

  @AddressesMember('', { maxItems: 2, optional: true })
  addresses?: string[];
}

const read = async (body: object) =>
  checkInput(Body, parseOptionalBody(Buffer.from(JSON.stringify(body)))) as Body;

describe('a member that is an object', () => {
  it.each<object>([
    {},
    { notes: {} },
    { notes: { abc: '🦉🦉🦉🦉', toS: '' } },
    { changes: { a: null, b: '' } },
    { rates: { verify: 1, write: 9 } },
    { rates: null },
    { quota: { verify: null, read: 0 } },
    { addresses: ['10.0.0.0/8', '::1'] },
  ])('may be %j', async (body) => {
    expect(await read(body)).toMatchObject(body);
  });

  it('may have a key that every object inherits', async () => {
    class Notes {
      @MapMember('', { maxProperties: 2, maxKeyLength: 20, maxLength: 4 })
      notes!: object;
    }
    const raw = Buffer.from('{"notes":{"toString":"a","hasOwnProperty":"b"}}');
    const { notes } = checkInput(Notes, parseOptionalBody(raw)) as Notes;
    expect(Object.entries(notes)).toEqual([
      ['toString', 'a'],
      ['hasOwnProperty', 'b'],
    ]);
  });

  it.each<[string, unknown]>([
    ['notes', null],
    ['notes', []],
    ['notes', 'text'],
    ['notes', { a: '', b: '', c: '' }],
    ['notes', { '': '' }],
    ['notes', { abcd: '' }],
    ['notes', { a: 'abcde' }],
    ['notes', { a: 1 }],
    ['notes', { a: { b: '' } }],
    ['notes', { '\0': '' }],
    ['notes', { a: null }],
    ['notes', { a: 'b\n' }],
    ['notes', { 'a\t': 'b' }],
    ['notes', { a: '\u0085' }],
    ['changes', { a: 1 }],
    ['rates', {}],
    ['rates', { verify: 0 }],
    ['rates', { verify: 10 }],
    ['rates', { verify: null }],
    ['rates', { verify: '1' }],
    ['rates', { other: 1 }],
    ['quota', { verify: -1 }],
    ['addresses', []],
    ['addresses', ['x']],
    ['addresses', ['::1', '::1']],
    ['addresses', ['::1', '::2', '::3']],
    ['addresses', '::1'],
  ])('may not be %s: %j', async (field, value) => {
    const details = [{ field, issue: expect.stringMatching(/^must/) }];
    await expect(read({ [field]: value })).rejects.toMatchObject({
      code: 'request.invalid',
      extras: { details },
    });
  });
});
