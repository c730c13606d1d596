import { describe, expect, it } from '@jest/globals';
import { nonceOf, preferredWait } from './header-preferences.js';

describe('a preference to wait', () => {
  it.each<[string | undefined, number]>([
    [undefined, 0],
    ['wait=2', 2],
    ['respond-async, wait=2', 2],
    ['WAIT="3"; foo=1', 3],
    ['wait=3, wait=5', 3],
    ['wait = 10', 10],
    ['wait=600', 10],
    ['wait=0', 0],
    ['respond-async', 0],
    ['waiting', 0],
    ['await=2', 0],
  ])('%j asks for %i seconds', (prefer, seconds) => {
    expect(preferredWait({ prefer })).toBe(seconds);
  });

  it.each(['wait', 'wait=', 'wait=-1', 'wait=1.5', 'wait=abc', 'Wait ; x=1', 'respond-async, wait="5'])(
    'is refused if it is %j',
    (prefer) => {
      const details = [{ field: 'Prefer', issue: 'must name whole seconds, like wait=5' }];
      expect(() => preferredWait({ prefer })).toThrow(
        expect.objectContaining({ code: 'request.invalid', extras: { details } }),
      );
    },
  );

  it('is the default if none is given', () => {
    expect([undefined, 'x=1', 'wait=0', 'wait=5'].map((prefer) => preferredWait({ prefer }, 2))).toEqual([
      2, 2, 0, 5,
    ]);
  });
});

describe('a nonce', () => {
  it('is used as it was sent', () => {
    expect(nonceOf({})).toBeNull();
    expect(nonceOf({ 'service-nonce': '"a\\b"' })).toBe('"a\\b"');
  });

  it.each(['', 'a b', 'é', 'x'.repeat(129)])('is refused if it is %j', (nonce) => {
    const details = [{ field: 'Service-Nonce', issue: 'must be 1 to 128 visible ASCII characters' }];
    expect(() => nonceOf({ 'service-nonce': nonce })).toThrow(
      expect.objectContaining({ code: 'request.invalid', extras: { details } }),
    );
  });
});
