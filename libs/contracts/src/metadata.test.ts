import { describe, expect, it } from '@jest/globals';
import {
  METADATA_BOUNDS,
  NO_METADATA,
  changeMetadata,
  withMetadata,
  type MetadataChange,
} from './metadata.js';

const noted = { version: 3, metadata: { team: 'checkout', env: 'live' } };
const pairs = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, 'v']));

describe('a change of metadata', () => {
  it.each<[string, MetadataChange, object]>([
    ['adds a pair', { site: 'Köln' }, { env: 'live', site: 'Köln', team: 'checkout' }],
    ['replaces a pair', { env: 'test' }, { env: 'test', team: 'checkout' }],
    ['removes a pair', { env: null }, { team: 'checkout' }],
    ['keeps an empty text', { env: '' }, { env: '', team: 'checkout' }],
    ['removes every pair', null, {}],
  ])('%s, and raises the version', (_, change, metadata) => {
    expect(changeMetadata(noted, change)).toEqual({ version: 4, metadata });
  });

  it.each<[MetadataChange]>([[{}], [{ env: 'live' }], [{ other: null }]])(
    'that makes no difference is none: %j',
    (change) => {
      expect(changeMetadata(noted, change)).toBeNull();
      expect(changeMetadata(NO_METADATA, null)).toBeNull();
    },
  );

  it('may leave as many pairs as there can be, and not more', () => {
    const full = { version: 1, metadata: pairs(METADATA_BOUNDS.pairs) };
    expect(changeMetadata(full, { k0: null, other: 'v' })?.version).toBe(2);
    expect(() => changeMetadata(full, { other: 'v' })).toThrow(
      expect.objectContaining({
        code: 'request.invalid',
        extras: expect.objectContaining({ details: [expect.objectContaining({ field: 'metadata' })] }),
      }),
    );
  });

  it.each<[string, MetadataChange]>([
    ['an empty key', { '': 'v' }],
    ['a long key', { ['k'.repeat(41)]: 'v' }],
    ['a long text', { k: 'v'.repeat(501) }],
    ['a control character in a key', { 'a\tb': 'v' }],
    ['a control character in a text', { k: 'a\nb' }],
    ['a text that cannot be stored', { k: '\ud800' }],
    ['the name of the prototype', JSON.parse('{"__proto__":"v"}') as MetadataChange],
  ])('is refused with %s', (_, change) => {
    expect(() => changeMetadata(NO_METADATA, change)).toThrow(
      expect.objectContaining({ code: 'request.invalid' }),
    );
  });

  it('counts characters, not the bytes that they take', () => {
    expect(changeMetadata(NO_METADATA, { ['🦉'.repeat(40)]: '🦉'.repeat(500) })?.version).toBe(1);
  });
});

describe('a subject as it is answered', () => {
  it('has its metadata in the order of their keys', () => {
    expect(JSON.stringify(withMetadata({ id: 'rec_1' }, noted))).toBe(
      '{"id":"rec_1","metadata":{"env":"live","team":"checkout"},"metadata_version":3}',
    );
    expect(withMetadata({ id: 'rec_1' })).toEqual({ id: 'rec_1', metadata: {}, metadata_version: 0 });
  });
});
