import { describe, expect, it } from '@jest/globals';
import { Pepper } from './pepper.js';
import { Peppers } from './peppers.js';

const idOf = (secret: string) => new Pepper(secret).id;

describe('the peppers of a gateway', () => {
  it('are found by their ids, newest first', () => {
    const peppers = new Peppers(['new', 'old']);
    expect(peppers.newest.id).toBe(idOf('new'));
    expect(peppers.ids).toEqual([idOf('new'), idOf('old')]);
    expect(peppers.named(idOf('old'))?.id).toBe(idOf('old'));
    expect(peppers.named(idOf('lost'))).toBeUndefined();
  });

  it('give a key for each purpose, the newest pepper’s first', () => {
    const keys = ['new', 'old'].map((secret) => new Pepper(secret).derive('purpose'));
    const derived = new Peppers(['new', 'old']).derive('purpose');
    expect(derived.map((key, index) => key.equals(keys[index] ?? key))).toEqual([true, true]);
    expect(derived[0]?.equals(derived[1] ?? derived[0])).toBe(false);
  });

  it('count once where a line is repeated, and cannot be empty', () => {
    expect(new Peppers(['new', 'old', 'new']).ids).toEqual([idOf('new'), idOf('old')]);
    expect(() => new Peppers([])).toThrow(TypeError);
  });
});
