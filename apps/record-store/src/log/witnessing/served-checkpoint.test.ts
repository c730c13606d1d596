import { describe, expect, it } from '@jest/globals';
import { chooseServed } from './served-checkpoint.js';

const witnesses = ['a', 'b'].map((name) => ({ name, keyHash: 1, isAwaited: true }));
const [a, b] = witnesses as [(typeof witnesses)[0], (typeof witnesses)[0]];

function logOf(floor: number, ...cosigned: [number, ...string[]][]) {
  const cosignatures = cosigned.flatMap(([size, ...names]) =>
    names.map((name) => ({ size, signature: { name, keyHash: 1, signature: Buffer.of(size) } })),
  );
  return { head: { size: 10, note: '', age: 0 }, floor, cosignatures };
}

function chosen(...[log, who, isLate]: Parameters<typeof chooseServed>): [number, ...string[]] {
  const { size, cosignatures } = chooseServed(log, who, isLate);
  return [size, ...cosignatures.map(({ name }) => name)];
}

describe('the checkpoint that is served', () => {
  it('is the newest one that all witnesses cosigned', () => {
    const log = logOf(5, [5, 'a', 'b'], [7, 'a', 'b'], [9, 'a']);
    expect(chosen(log, witnesses, false)).toEqual([7, 'a', 'b']);
  });

  it('stays where none of them cosigned a newer one', () => {
    expect(chosen(logOf(5, [5, 'a', 'b'], [9, 'a']), witnesses, false)).toEqual([5, 'a', 'b']);
  });

  it('does not wait for a witness that fails', () => {
    const log = logOf(5, [5, 'a', 'b'], [9, 'a']);
    expect(chosen(log, [a, { ...b, isAwaited: false }], false)).toEqual([9, 'a']);
  });

  it('is the newest of all where the cosigned one is late, with the cosignatures that it has', () => {
    expect(chosen(logOf(5, [5, 'a', 'b'], [10, 'b']), witnesses, true)).toEqual([10, 'b']);
    expect(chosen(logOf(5), witnesses, true)).toEqual([10]);
  });

  it('is a cosigned one rather than the newest, even where that would be late', () => {
    expect(chosen(logOf(5, [9, 'a', 'b']), witnesses, true)).toEqual([9, 'a', 'b']);
  });

  it('is never smaller than before', () => {
    expect(chosen(logOf(8, [7, 'a', 'b']), witnesses, false)).toEqual([8]);
  });

  it('has no cosignature where no witness answers', () => {
    const dead = witnesses.map((each) => ({ ...each, isAwaited: false }));
    expect(chosen(logOf(5, [5, 'a', 'b'], [9, 'a']), dead, false)).toEqual([5, 'a', 'b']);
    expect(chosen(logOf(5, [5, 'a', 'b'], [9, 'a']), dead, true)).toEqual([10]);
  });

  it('has no cosignature of a witness that is no longer configured', () => {
    expect(chosen(logOf(5, [5, 'a', 'b']), [a], false)).toEqual([5, 'a']);
  });
});
