import { expect, it } from '@jest/globals';
import { networkOf } from './leak-limit.guard.js';

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['2001:db8:0:1::1', '20010db8000000010000000000000000/64'],
  ['2001:db8:0:1:ffff:ffff:ffff:ffff', '20010db8000000010000000000000000/64'],
  ['2001:db8::1:1:1:1', '20010db8000000000000000000000000/64'],
  ['::1', '0/64'],
  ['0:0:0:1::', '10000000000000000/64'],
])('%s counts as %s', (address, network) => expect(networkOf(address)).toBe(network));
