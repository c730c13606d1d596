import { beforeEach, describe, expect, it } from '@jest/globals';
import { nextSlot, encodeHex, type Digest } from '@service/evidence';
import type { Pool } from 'pg';
import { sampleAuthority } from '../testing/sample-record.js';
import { ChainSuccessors } from './chain-successors.js';
import type { DirectoryAuthority } from './directory.js';

let asked: string[][];
let inLog: Map<string, number>;
let during: () => void;
let successors: ChainSuccessors;
beforeEach(() => {
  asked = [];
  inLog = new Map();
  during = () => undefined;
  const query = async ({ values: [slots] }: { values: [Uint8Array[]] }) => {
    asked.push(slots.map((slot) => encodeHex(slot)));
    during();
    const rows = slots.map((slot) => ({ index: inLog.get(encodeHex(slot)) ?? null }));
    return { rows };
  };
  successors = new ChainSuccessors({ query } as unknown as Pool);
});

const slotAfter = ({ elements }: DirectoryAuthority): string => {
  const newest = elements[elements.length - 1] as DirectoryAuthority['elements'][0];
  return encodeHex(nextSlot({ salt: newest.content.salt, digest: newest.digest as Digest }));
};

describe('the successor of an authority’s newest element', () => {
  it('is looked up by its slot, once for all who ask in one turn, and again after four seconds', async () => {
    const authority = sampleAuthority();
    inLog.set(slotAfter(authority), 7);
    await Promise.all([successors.refresh(authority), successors.refresh(authority)]);
    expect(asked).toEqual([[slotAfter(authority), slotAfter(authority)]]);
    expect(successors.indexOf(authority)).toBe(7);
    const now = performance.now();
    expect(successors.isFresh(authority, now)).toBe(true);
    expect(successors.isFresh(authority, now + 4_000)).toBe(false);
  });

  it('is none while the log has none', async () => {
    const authority = sampleAuthority();
    await successors.refresh(authority);
    expect(successors.indexOf(authority)).toBeNull();
  });

  it('is not that of an earlier element, also where an element arrives during the look-up', async () => {
    const authority = sampleAuthority();
    inLog.set(slotAfter(authority), 7);
    const [later] = sampleAuthority({ issuer: 'Another' }).elements as [DirectoryAuthority['elements'][0]];
    during = () => {
      if (authority.elements.length === 1) authority.elements.push(later);
    };
    await successors.refresh(authority);
    expect(asked).toHaveLength(2);
    expect(successors.indexOf(authority)).toBeNull();
    authority.elements.push(...sampleAuthority().elements);
    expect(successors.isFresh(authority, performance.now())).toBe(false);
  });
});
