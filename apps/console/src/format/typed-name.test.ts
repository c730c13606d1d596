import { describe, expect, it } from '@jest/globals';
import { typedName } from './typed-name.js';

describe('what is typed before an act that cannot be undone', () => {
  it.each([
    ['Checkout service', 'Checkout service'],
    ['', 'crd_1'],
    [' padded ', 'crd_1'],
    ['safe\u202Eexe', 'crd_1'],
    ['раypal', 'crd_1'],
    ['x'.repeat(61), 'crd_1'],
  ])('for %j is %s', (name, typed) => {
    expect(typedName(name, 'crd_1')).toBe(typed);
  });
});
