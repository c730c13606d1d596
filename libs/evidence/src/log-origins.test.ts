import { describe, expect, it } from '@jest/globals';
import { continuesLog, formatLogOrigin, readLogOrigin } from './log-origins.js';

describe('the origin of a log', () => {
  it.each([
    ['a.example/development', { first: 'a.example/development', recoveries: 0 }],
    ['a.example/development/recovered-12', { first: 'a.example/development', recoveries: 12 }],
    ['a/recovered-0', { first: 'a/recovered-0', recoveries: 0 }],
    ['a/recovered-1/b', { first: 'a/recovered-1/b', recoveries: 0 }],
  ])('%s contains the number of recoveries', (origin, parts) => {
    expect(readLogOrigin(origin)).toEqual(parts);
    expect(formatLogOrigin(parts)).toBe(origin);
  });

  it.each([
    ['a', 'a', true],
    ['a', 'a/recovered-1', true],
    ['a/recovered-1', 'a/recovered-3', true],
    ['a/recovered-1', 'a', false],
    ['a/recovered-3', 'a/recovered-2', false],
    ['a', 'b', false],
    ['a', 'b/recovered-1', false],
    ['a', 'a/b', false],
  ])('%s is continued by %s: %s', (before, next, holds) => {
    expect(continuesLog(before, next)).toBe(holds);
  });
});
