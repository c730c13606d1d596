import { describe, expect, it } from '@jest/globals';
import { isOutage } from './outages.js';

describe('an outage', () => {
  it.each([
    ['08006', true],
    ['28P01', true],
    ['25006', true],
    ['53100', true],
    ['53200', true],
    ['53300', true],
    ['57P03', true],
    // Sessions that the server ended: idle for too long, in or outside of a transaction, or too long in one
    ['57P05', true],
    ['25P03', true],
    ['25P04', true],
    ['58030', true],
    ['ENOSPC', true],
    ['EMFILE', true],
    // A limit of a statement's own, a statement that was cancelled, data, rights, and a file that is not there
    ['53400', false],
    ['57014', false],
    ['22012', false],
    ['23505', false],
    ['42501', false],
    ['ENOENT', false],
  ])('is what an error with the code %s tells: %s', (code, expected) => {
    expect(isOutage(Object.assign(new Error('failed'), { code }))).toBe(expected);
  });

  it('is nothing without a code', () => {
    expect([isOutage(new Error('53100')), isOutage(null), isOutage({ code: 8 })]).toEqual([
      false,
      false,
      false,
    ]);
  });
});
