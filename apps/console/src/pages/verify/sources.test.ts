import { describe, expect, it } from '@jest/globals';
import { searchFor, sourceIn } from './sources.js';

const HEX = '0123456789abcdef'.repeat(4);

describe('what is typed to be verified', () => {
  it.each([
    ['rec_01M84Q7XQDK589B8DS0MY75317', { id: 'rec_01M84Q7XQDK589B8DS0MY75317' }],
    [` ${HEX.toUpperCase()} `, { digest: `sha256:${HEX}` }],
    [`sha256:${HEX}`, { digest: `sha256:${HEX}` }],
    ['deed 42', { external_id: 'deed 42' }],
    ['rec_ and more', { external_id: 'rec_ and more' }],
    ['  ', {}],
  ])('%j leads to %j', (typed, search) => expect(searchFor(typed)).toEqual(search));

  it('is read back from the address', () => {
    expect(sourceIn({ digest: `sha256:${HEX}` })).toEqual({ kind: 'digest', digest: `sha256:${HEX}` });
    expect(sourceIn({})).toBeNull();
  });
});
