import { expect, it } from '@jest/globals';
import { preferredCoding } from './content-encoding.js';

it.each([
  [undefined, null],
  ['', null],
  ['identity', null],
  ['gzip', 'gzip'],
  ['br', 'br'],
  ['gzip, deflate, br, zstd', 'br'],
  ['GZIP', 'gzip'],
  ['gzip;q=1.0, br;q=0.5', 'gzip'],
  ['gzip;q=0', null],
  ['br;q=0, gzip', 'gzip'],
  ['*', 'br'],
  ['*;q=0', null],
  ['br;q=0, *', 'gzip'],
  ['identity, gzip;q=0.5', null],
  ['identity;q=0.5, gzip;q=0.8', 'gzip'],
  ['zstd', null],
  ['gzip;q=wrong', 'gzip'],
])('Accept-Encoding %p is answered in %p', (accepted, coding) => {
  expect(preferredCoding(accepted)).toBe(coding);
});
