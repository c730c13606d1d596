import { describe, expect, it } from '@jest/globals';
import { whoMay } from './roles.js';

describe('who may', () => {
  it.each([
    ['manage', 'an admin or an owner'],
    ['write', 'an operator, an admin or an owner'],
    ['audit', 'an auditor, an admin or an owner'],
    ['team', 'an owner'],
    ['operator', 'an owner of all projects'],
  ])('do what needs %s: %s', (capability, text) => {
    expect(whoMay(capability)).toBe(text);
  });
});
