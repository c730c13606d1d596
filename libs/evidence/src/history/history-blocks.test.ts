import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { checkLane, writeLane, type LooseBlock } from '../testing/sample-lane.js';
import { LINK_LENGTH } from './history-chain.js';
import type { PersonalFields } from './personal-digest.js';

const LENGTHS = [2, 3, 5, 1, 1, 4];
const TOTAL = 16;

const sequencesOf = (block: LooseBlock) => block.lines.map((_, index) => block.sequence + index);

describe('a block', () => {
  it.each(LENGTHS.map((_, index) => index))('is named as missing where block %i was removed', (index) => {
    const blocks = writeLane(LENGTHS);
    const [removed] = blocks.splice(index, 1) as [LooseBlock];
    const { sequence, lines } = removed;
    const kind = index === LENGTHS.length - 1 ? 'cut_off' : 'missing';
    expect(checkLane(blocks, TOTAL)).toEqual([{ kind, sequence, lines: lines.length, request_id: null }]);
  });

  it('that was the last is not missed without the number of lines that were written', () => {
    expect(checkLane(writeLane(LENGTHS).slice(0, -1))).toEqual([]);
  });

  it.each(LENGTHS.slice(1).map((_, index) => index))(
    'is named where block %i changed places with the next',
    (index) => {
      const blocks = writeLane(LENGTHS);
      const [first, second] = blocks.slice(index, index + 2) as [LooseBlock, LooseBlock];
      blocks.splice(
        index,
        2,
        { ...second, sequence: first.sequence },
        { ...first, sequence: second.sequence },
      );
      const faults = checkLane(blocks, TOTAL);
      expect(faults).not.toEqual([]);
      const moved = [...sequencesOf(first), ...sequencesOf(second)];
      for (const { sequence } of faults) expect(moved).toContain(sequence);
    },
  );

  it.each(LENGTHS.map((_, index) => index))(
    'is named where block %i was repeated under another sequence',
    (index) => {
      for (const sequence of [5_000, 8, 16]) {
        const blocks = writeLane(LENGTHS);
        const again = { ...(blocks[index] as LooseBlock), sequence };
        const faults = checkLane(
          [...blocks, again].sort((a, b) => a.sequence - b.sequence),
          TOTAL,
        );
        expect([...new Set(faults.map(({ kind }) => kind))]).toEqual(['inserted']);
        expect(faults.map((fault) => fault.sequence)).toEqual(sequencesOf(blocks[index] as LooseBlock));
      }
    },
  );
});

describe('personal fields', () => {
  const changes: Record<string, (fields: PersonalFields) => unknown> = {
    'another address': (fields) => ({ ...fields, address: '192.0.2.1' }),
    'another agent': (fields) => ({ ...fields, user_agent: 'another' }),
    'no agent': ({ salt, address }) => ({ salt, address }),
    'another salt': (fields) => ({ ...fields, salt: 'x' }),
    'a member more': (fields) => ({ ...fields, more: 1 }),
    'null instead': () => null,
    'a text instead': () => 'x',
    'a list instead': () => [],
  };

  it.each(Object.entries(changes))('with %s are named by the first line that has them', (_, change) => {
    for (const index of LENGTHS.keys()) {
      const blocks = writeLane(LENGTHS);
      const block = blocks[index] as LooseBlock;
      const [[digest, fields]] = Object.entries(block.personal) as [[string, PersonalFields]];
      block.personal = { [digest]: change(fields) as PersonalFields };
      const { sequence } = block;
      expect(checkLane(blocks, TOTAL)).toEqual([
        { kind: 'personal_edited', sequence, lines: 1, request_id: `req_${sequence}` },
      ]);
    }
  });

  it('that belong to no line are named by their block', () => {
    const blocks = writeLane(LENGTHS);
    Object.assign(blocks[1]?.personal ?? {}, blocks[2]?.personal);
    expect(checkLane(blocks)).toEqual([{ kind: 'personal_edited', sequence: 3, lines: 1, request_id: null }]);
  });
});

describe('any two lines that changed places', () => {
  it('are found, with their links and without, and no other line is named', () => {
    const places = fc.uniqueArray(fc.integer({ min: 1, max: TOTAL }), { minLength: 2, maxLength: 2 });
    fc.assert(
      fc.property(places, fc.boolean(), ([a = 0, b = 0], linksToo) => {
        const blocks = writeLane(LENGTHS);
        const [first, second] = [a, b].map((sequence) => {
          const block = blocks.findLast((each) => each.sequence <= sequence) as LooseBlock;
          return { block, index: sequence - block.sequence };
        }) as [{ block: LooseBlock; index: number }, { block: LooseBlock; index: number }];
        const line = first.block.lines[first.index] as string;
        first.block.lines[first.index] = second.block.lines[second.index] as string;
        second.block.lines[second.index] = line;
        if (linksToo) swapLinks(first, second);
        const faults = checkLane(blocks, TOTAL).filter(({ kind }) => kind !== 'personal_edited');
        expect(faults).not.toEqual([]);
        // A line whose link lies elsewhere can't prove the line behind it.
        const near = linksToo ? [a, b, a + 1, b + 1] : [a, b];
        for (const { sequence } of faults) expect(near).toContain(sequence);
      }),
      { numRuns: 400 },
    );
  });
});

describe('any single byte of a lane that was changed', () => {
  it('is found, and its line is named', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 6 }),
        fc.nat(),
        fc.nat(),
        fc.integer({ min: 1, max: 255 }),
        fc.boolean(),
        (lengths, whichBlock, whichByte, mask, inLinks) => {
          const blocks = writeLane(lengths);
          const block = blocks[whichBlock % blocks.length] as LooseBlock;
          const bytes = inLinks ? block.links : Buffer.from(block.lines.join('\n'));
          const place = whichByte % bytes.length;
          const line = inLinks
            ? Math.floor(place / LINK_LENGTH)
            : bytes.subarray(0, place).toString('latin1').split('\n').length - 1;
          bytes[place] = (bytes[place] as number) ^ mask;
          if (!inLinks) block.lines = bytes.toString('utf8').split('\n');
          const total = lengths.reduce((sum, length) => sum + length, 0);
          const faults = checkLane(blocks, total).filter(({ kind }) => kind !== 'personal_edited');
          expect(faults.map(({ sequence }) => sequence)).toContain(block.sequence + line);
          // Only a line that was torn in two, or joined with the next, is more than one fault.
          const whole = block.lines.length * LINK_LENGTH === block.links.length;
          if (whole) expect(faults).toHaveLength(1);
        },
      ),
      { numRuns: 1_000 },
    );
  });
});

function swapLinks(
  first: { block: LooseBlock; index: number },
  second: { block: LooseBlock; index: number },
): void {
  const one = slot(first);
  const kept = Uint8Array.from(one);
  one.set(slot(second));
  slot(second).set(kept);
}

function slot({ block, index }: { block: LooseBlock; index: number }): Uint8Array {
  return block.links.subarray(index * LINK_LENGTH, (index + 1) * LINK_LENGTH);
}
