import { describe, expect, it } from '@jest/globals';
import { LeakLimit } from './leak-limit.js';

const NOW = Date.parse('2026-11-21T12:00:00.000Z');
const HOUR = 3_600_000;

function limitAfter(reports: number, address: string, at = NOW): LeakLimit {
  const limit = new LeakLimit();
  for (let index = 0; index < reports; index += 1) limit.take(address, at);
  return limit;
}

describe('an address', () => {
  it('may report 60 times an hour', () => {
    const limit = limitAfter(59, '203.0.113.7');
    expect([0, 1, 2].map(() => limit.take('203.0.113.7', NOW))).toEqual([0, 3_600, 3_600]);
    expect(limit.take('203.0.113.8', NOW)).toBe(0);
  });

  it('is told how many seconds to wait, and let in when they are over', () => {
    const limit = limitAfter(60, '203.0.113.7');
    expect(limit.take('203.0.113.7', NOW + 1_001)).toBe(3_599);
    expect(limit.take('203.0.113.7', NOW + HOUR - 1)).toBe(1);
    expect(limit.take('203.0.113.7', NOW + HOUR)).toBe(0);
  });

  it('gets back what is an hour old, and no more', () => {
    const limit = limitAfter(30, '203.0.113.7');
    for (let index = 0; index < 30; index += 1) limit.take('203.0.113.7', NOW + 1_000);
    const later = Array.from({ length: 31 }, () => limit.take('203.0.113.7', NOW + HOUR));
    expect(later).toEqual([...Array.from({ length: 30 }, () => 0), 1]);
  });

  it('of IPv6 counts with all of its /64', () => {
    const limit = limitAfter(60, '2001:db8:0:1::1');
    const wait = (address: string) => limit.take(address, NOW);
    expect(wait('2001:db8:0:1:ffff:ffff:ffff:ffff')).toBe(3_600);
    expect(wait('2001:db8:0:2::1')).toBe(0);
    expect(wait('2001:db8::1:1:1:1')).toBe(0);
    const other = limitAfter(60, '::1');
    expect([other.take('::2', NOW), other.take('0:0:0:1::', NOW)]).toEqual([3_600, 0]);
  });

  it('is forgotten where there are too many others', () => {
    const limit = limitAfter(60, '203.0.113.7');
    for (let index = 0; index < 10_000; index += 1) limit.take(`10.0.${index >> 8}.${index & 255}`, NOW);
    expect(limit.take('203.0.113.7', NOW)).toBe(0);
  });
});
