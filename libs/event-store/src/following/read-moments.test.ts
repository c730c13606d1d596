import { describe, expect, it } from '@jest/globals';
import { ReadMoments } from './read-moments.js';

const at = (sentAt: number) => ({ sentAt, readAt: 1_000_000 + sentAt });

describe('the moments of reads', () => {
  it('are known once the horizon has passed all transactions that had begun by then', () => {
    const moments = new ReadMoments();
    moments.note(10n, at(0));
    moments.cover(9n);
    expect([moments.newest, moments.waitingSince]).toEqual([null, 0]);
    moments.note(12n, at(100));
    moments.cover(11n);
    expect([moments.newest, moments.waitingSince]).toEqual([at(0), 100]);
  });

  it('do not advance while the horizon stands still, however often the log is read', () => {
    const moments = new ReadMoments();
    moments.note(10n, at(0));
    moments.cover(10n);
    for (let time = 100; time <= 60_000; time += 100) {
      moments.note(12n, at(time));
      moments.cover(10n);
    }
    expect([moments.newest, moments.waitingSince]).toEqual([at(0), 100]);
    // Nothing began since the first of them.
    moments.cover(12n);
    expect(moments.newest).toEqual(at(60_000));
  });

  it('are few, also while much begins and nothing is covered', () => {
    const moments = new ReadMoments();
    for (let time = 0; time < 600_000; time += 10) moments.note(BigInt(time + 1), at(time));
    expect((moments as unknown as { notes: unknown[] }).notes.length).toBeLessThan(1_000);
    moments.cover(600_000n);
    expect(600_000 - (moments.newest?.sentAt ?? 0)).toBeLessThan(12_000);
  });

  it('begin again where the log went back in time', () => {
    const moments = new ReadMoments();
    moments.note(100n, at(0));
    moments.note(20n, at(100));
    moments.cover(20n);
    expect([moments.newest, moments.waitingSince]).toEqual([at(100), null]);
  });
});
