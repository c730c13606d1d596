import { BlockList, isIP } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { parseAddressRange, rangeHolds, type AddressRange } from './address-range.js';

const range = (text: string) => parseAddressRange(text) as AddressRange;
const number = fc.integer({ min: 0, max: 300 });
/** Texts that are addresses, or almost. */
const address = fc.oneof(
  fc.ipV4(),
  fc.ipV6(),
  fc.array(number, { minLength: 3, maxLength: 5 }).map((parts) => parts.join('.')),
  fc
    .array(fc.constantFrom('', '0', '00ab', 'FFFF', 'g', '12345', '1.2.3.4', '1.2.3'), { maxLength: 9 })
    .map((groups) => groups.join(':')),
);

describe('a single address', () => {
  it('is valid where Node accepts it', () => {
    fc.assert(
      fc.property(address, (text) => {
        expect([text, parseAddressRange(text) !== null]).toEqual([text, isIP(text) !== 0]);
      }),
      { numRuns: 5_000 },
    );
  });

  it.each([
    '',
    ' 10.0.0.1',
    '10.0.0.1\n',
    '010.0.0.1',
    '0x7f.1',
    '1.2.3',
    'fe80::1%eth0',
    ':::',
    '1::2::3',
    '[::1]',
  ])('is not %j', (text) => expect(parseAddressRange(text)).toBeNull());

  it('is a range of one address', () => {
    expect(range('10.0.0.1')).toEqual({ version: 4, first: 0x0a000001n, last: 0x0a000001n });
    expect(range('::1')).toEqual({ version: 6, first: 1n, last: 1n });
    expect(range('2001:DB8::')).toEqual(range('2001:db8:0:0:0:0:0:0'));
  });
});

describe('a CIDR range', () => {
  it.each([
    '10.0.0.0/33',
    '10.0.0.0/',
    '10.0.0.0/08',
    '10.0.0.0/-1',
    '10.0.0.0/8/8',
    '::/129',
    '/8',
    '10/8',
    'x/8',
  ])('is not %j', (text) => expect(parseAddressRange(text)).toBeNull());

  it('contains the addresses that Node finds in it', () => {
    const cases = fc.oneof(
      fc.tuple(fc.ipV4(), fc.integer({ min: 0, max: 32 }), fc.ipV4()),
      fc.tuple(fc.ipV6(), fc.integer({ min: 0, max: 128 }), fc.ipV6()),
    );
    fc.assert(
      fc.property(cases, ([network, prefix, other]) => {
        const family = isIP(network) === 4 ? 'ipv4' : 'ipv6';
        const list = new BlockList();
        list.addSubnet(network, prefix, family);
        for (const text of [network, other]) {
          expect(rangeHolds(range(`${network}/${prefix}`), range(text))).toBe(list.check(text, family));
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it('of length zero contains every address of its version', () => {
    expect(rangeHolds(range('0.0.0.0/0'), range('255.255.255.255'))).toBe(true);
    expect(rangeHolds(range('::/0'), range('2001:db8::/32'))).toBe(true);
    expect(rangeHolds(range('::/0'), range('10.0.0.1'))).toBe(false);
  });

  it('is inside a range of a shorter prefix, and never the other way round', () => {
    expect(rangeHolds(range('10.0.0.0/8'), range('10.1.0.0/16'))).toBe(true);
    expect(rangeHolds(range('10.1.0.0/16'), range('10.0.0.0/8'))).toBe(false);
    expect(rangeHolds(range('10.0.0.0/9'), range('10.128.0.0/9'))).toBe(false);
  });
});

describe('IPv4 that is mapped into IPv6', () => {
  it('is IPv4', () => {
    expect(range('::ffff:10.0.0.1')).toEqual(range('10.0.0.1'));
    expect(range('::ffff:a00:0/104')).toEqual(range('10.0.0.0/8'));
  });

  it('only where the prefix covers the whole mapping', () => {
    expect(range('::ffff:0:0/95')).toMatchObject({ version: 6 });
  });
});
