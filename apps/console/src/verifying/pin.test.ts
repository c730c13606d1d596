import { describe, expect, it } from '@jest/globals';
import { acceptChange, decidePin, keepCheckpoint, type Offered, type Pin } from './pin.js';

const NOW = '2026-11-24T03:00:00.000Z';
const LATER = '2026-11-24T04:00:00.000Z';
const offered: Offered = { origin: 'log.example/development', vkeys: ['one'], witnesses: ['w1'] };

function pinOf(changes: Partial<Pin> = {}): Pin {
  return {
    ...offered,
    firstSeenAt: NOW,
    checkpoint: 'note of 5',
    size: 5,
    keptAt: NOW,
    ...changes,
  };
}

describe('what a browser pins', () => {
  it('is what the service says at first sight', () => {
    const pin = { ...offered, firstSeenAt: NOW, checkpoint: null, size: 0, keptAt: null };
    expect(decidePin(null, offered, NOW)).toEqual({ kind: 'first', pin });
  });

  it('stays as long as the service says the same, or retires one of two keys', () => {
    expect(decidePin(pinOf(), offered, LATER).kind).toBe('same');
    expect(decidePin(pinOf({ vkeys: ['one', 'two'] }), offered, LATER).kind).toBe('same');
  });

  it.each([
    [
      'another key',
      { vkeys: ['two'] },
      ['a key of the log is new: two', 'the service no longer names any pinned key of the log'],
    ],
    ['a further key', { vkeys: ['one', 'two'] }, ['a key of the log is new: two']],
    ['another log', { origin: 'other' }, ['the log was log.example/development, and is now called other']],
    ['no witness any more', { witnesses: [] }, ['the service no longer names any pinned witness']],
  ])('never gives way silently to %s', (what, change, changes) => {
    const pin = pinOf();
    expect(decidePin(pin, { ...offered, ...change }, LATER)).toEqual({
      kind: 'changed',
      pin,
      changes,
      onlyAdds: what === 'a further key',
      namesKey: what === 'a further key' || what === 'no witness any more',
    });
  });

  it('takes an accepted key beside the former one, and of another log nothing but its own', () => {
    expect(acceptChange(pinOf(), { ...offered, vkeys: ['two'] }, LATER)).toEqual(
      pinOf({ vkeys: ['one', 'two'] }),
    );
    expect(acceptChange(pinOf(), { ...offered, origin: 'other', vkeys: ['two'] }, LATER)).toEqual(
      pinOf({ origin: 'other', vkeys: ['two'], firstSeenAt: LATER, checkpoint: null, size: 0, keptAt: null }),
    );
  });
});

describe('the checkpoint that a browser keeps', () => {
  const seen = { note: 'note of 9', size: 9 };

  it('is the first that it sees, and then each larger one that was proven to continue it', () => {
    const first = keepCheckpoint(pinOf({ checkpoint: null, size: 0 }), { ...seen, isProven: false }, LATER);
    expect(first).toMatchObject({ checkpoint: 'note of 9', size: 9, keptAt: LATER });
    expect(keepCheckpoint(pinOf(), { ...seen, isProven: true }, LATER)).toMatchObject({ size: 9 });
  });

  it('stays where a larger one was not proven, or a smaller one was', () => {
    const pin = pinOf();
    expect(keepCheckpoint(pin, { ...seen, isProven: false }, LATER)).toBe(pin);
    expect(keepCheckpoint(pin, { note: 'note of 3', size: 3, isProven: true }, LATER)).toBe(pin);
  });
});
