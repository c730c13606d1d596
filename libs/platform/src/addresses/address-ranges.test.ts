import { parseAddressRange, rangeHolds } from '@service/contracts';
import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { AddressRanges, networkOf, normalAddress } from './address-ranges.js';

const ranges = (...texts: string[]) => AddressRanges.read(texts);

describe('an address', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['2001:DB8:0:0::1', '2001:db8::1'],
    ['::FFFF:192.0.2.1', '192.0.2.1'],
    ['::ffff:c000:201', '192.0.2.1'],
    ['0:0:0:0:0:ffff:192.0.2.1', '192.0.2.1'],
    ['::', '::'],
  ])('%s is written %s', (text, normal) => expect(normalAddress(text)).toBe(normal));

  it.each(['', '192.0.2', '192.0.2.256', '192.0.2.01', 'localhost', 'fe80::1%eth0', '[::1]', ' ::1'])(
    'is not %j',
    (text) => expect(normalAddress(text)).toBeNull(),
  );
});

describe('a range of addresses', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7', ['192.0.2.6', '192.0.2.8', '2001:db8::1']],
    ['192.0.2.7/32', '192.0.2.7', ['192.0.2.6', '192.0.2.8']],
    ['192.0.2.99/24', '192.0.2.0', ['192.0.1.255', '192.0.3.0']],
    ['0.0.0.0/0', '255.255.255.255', ['::1']],
    ['2001:db8::/32', '2001:db8:ffff::1', ['2001:db9::1', '192.0.2.1']],
    ['::/0', '2001:db8::1', ['192.0.2.1']],
    ['::ffff:192.0.2.0/120', '192.0.2.255', ['192.0.3.0', '::1']],
  ])('%s contains %s', (range, inside, outside) => {
    expect(ranges(range).has(inside)).toBe(true);
    for (const address of outside) expect([address, ranges(range).has(address)]).toEqual([address, false]);
  });

  it('is one of several, or there is none', () => {
    const several = ranges('10.0.0.0/8', '2001:db8::/64');
    expect(['10.1.2.3', '2001:db8::5', '11.0.0.0'].map((each) => several.has(each))).toEqual([
      true,
      true,
      false,
    ]);
    expect(ranges().has('10.1.2.3')).toBe(false);
  });

  it.each([
    '',
    '/8',
    '10.0.0.0/',
    '10.0.0.0/33',
    '10.0.0.0/08',
    '10.0.0.0/8/8',
    '::/129',
    '10.0.0.0/-1',
    'all',
  ])('that is %j contains no address', (text) => {
    expect(['10.0.0.0', '0.0.0.0', '::', '::1'].some((each) => ranges(text).has(each))).toBe(false);
  });

  it('is an IPv4 range where it is IPv4-mapped with a prefix that covers the mapping', () => {
    expect(ranges('::ffff:10.0.0.0/95').has('10.0.0.0')).toBe(false);
    expect(ranges('::ffff:10.0.0.0/96').has('203.0.113.7')).toBe(true);
  });

  it('contains the addresses that the contracts say', () => {
    const of = (address: fc.Arbitrary<string>, width: number) =>
      fc.tuple(address, fc.integer({ min: 0, max: width }), address);
    fc.assert(
      fc.property(fc.oneof(of(fc.ipV4(), 32), of(fc.ipV6(), 128)), ([network, prefix, other]) => {
        const text = `${network}/${prefix}`;
        for (const address of [network, other]) {
          const [outer, inner] = [parseAddressRange(text), parseAddressRange(address)];
          const holds = outer !== null && inner !== null && rangeHolds(outer, inner);
          expect(ranges(text).has(normalAddress(address) ?? '')).toBe(holds);
        }
      }),
      { numRuns: 2_000 },
    );
  });
});

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['2001:db8:0:1::1', '20010db8000000010000000000000000/64'],
  ['2001:db8:0:1:ffff:ffff:ffff:ffff', '20010db8000000010000000000000000/64'],
  ['2001:db8::1:1:1:1', '20010db8000000000000000000000000/64'],
  ['::1', '0/64'],
  ['0:0:0:1::', '10000000000000000/64'],
])('%s is counted as %s', (address, network) => expect(networkOf(address)).toBe(network));
