import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { SlotIndex } from './slot-index.js';

const slotOf = (number: number): Buffer => createHash('sha256').update(`${number}`).digest();

describe('the index of slots', () => {
  it('finds every slot, and no other', () => {
    const index = new SlotIndex(slotOf);
    for (let at = 0; at < 10_000; at += 1) expect(index.add(slotOf(at), at)).toBeNull();
    for (let at = 0; at < 10_000; at += 1) expect(index.find(slotOf(at))).toBe(at);
    expect(index.find(slotOf(10_000))).toBeNull();
  });

  it('names the first entry of a slot that occurs again', () => {
    const index = new SlotIndex(slotOf);
    index.add(slotOf(7), 7);
    expect(index.add(slotOf(7), 9)).toBe(7);
    expect(index.find(slotOf(7))).toBe(7);
  });

  it('treats two slots as equal only if all their bytes are', () => {
    const slots = [Buffer.alloc(32, 1), Buffer.alloc(32, 1)];
    (slots[1] as Buffer)[31] = 2;
    const index = new SlotIndex((at) => slots[at] as Buffer);
    expect(slots.map((slot, at) => index.add(slot, at))).toEqual([null, null]);
  });

  it('costs at most 32 bytes an entry', () => {
    const index = new SlotIndex(slotOf);
    for (let at = 0; at < 5_000; at += 1) index.add(slotOf(at), at);
    expect(index.bytes).toBeLessThanOrEqual(5_000 * 32);
  });
});
