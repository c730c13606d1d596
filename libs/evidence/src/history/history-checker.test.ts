import { describe, expect, it } from '@jest/globals';
import { checkLane, sampleLane, writeLane, writeLine, type LooseBlock } from '../testing/sample-lane.js';
import { firstLinkOf, linkOf, linkText, LINK_LENGTH } from './history-chain.js';
import { HistoryChecker } from './history-checker.js';
import type { HistoryFault } from './history-fault.js';
import type { LaneHead } from './history-seal.js';

const LENGTHS = [1, 3, 5, 1, 1, 4];
const TOTAL = 15;
const everyLine = Array.from({ length: TOTAL }, (_, index) => index + 1);

/** A changed copy of the lane; `change` gets the block of a line and the line's index in it. */
function changed(sequence: number, change: (block: LooseBlock, index: number) => void): LooseBlock[] {
  const blocks = writeLane(LENGTHS);
  const block = blocks.findLast((each) => each.sequence <= sequence) as LooseBlock;
  change(block, sequence - block.sequence);
  return blocks;
}

function withoutLink(links: Uint8Array, index: number): Uint8Array {
  return Buffer.concat([links.subarray(0, index * LINK_LENGTH), links.subarray((index + 1) * LINK_LENGTH)]);
}

function linkAt(links: Uint8Array, index: number): Uint8Array {
  return links.subarray(index * LINK_LENGTH, (index + 1) * LINK_LENGTH);
}

const found = (kind: string, sequence: number, request_id: string | null = `req_${sequence}`) => [
  { kind, sequence, lines: 1, request_id },
];

describe('a lane as it was written', () => {
  it('is sound, and its head is the link of its newest line', () => {
    const blocks = writeLane(LENGTHS);
    const checker = new HistoryChecker(sampleLane);
    for (const block of blocks) expect(checker.take(block)).toEqual([]);
    expect(checker.finish(TOTAL)).toEqual([]);
    expect(checker.newest).toBe(TOTAL);
    expect(checker.head).toEqual(linkAt(blocks[5]?.links as Uint8Array, 3));
  });

  it('without any line is sound, and its head is what the first line would be linked to', () => {
    const checker = new HistoryChecker(sampleLane);
    expect(checker.finish(0)).toEqual([]);
    expect([checker.newest, checker.head]).toEqual([0, firstLinkOf(sampleLane)]);
  });

  it('is not sound as that of another day, project or writer', () => {
    for (const member of ['day', 'project_id', 'writer'] as const) {
      const checker = new HistoryChecker({ ...sampleLane, [member]: 'another' });
      expect(checker.take(writeLane([3])[0] as LooseBlock).concat(checker.finish())).toEqual(
        found('edited', 1),
      );
    }
  });

  it('stays sound where personal fields were erased, some or all', () => {
    const blocks = writeLane(LENGTHS);
    for (const block of blocks.slice(2)) block.personal = {};
    expect(checkLane(blocks)).toEqual([]);
  });
});

describe.each(everyLine)('line %i of a lane of several blocks', (sequence) => {
  it('is named where any of its members was edited', () => {
    const members = Object.keys(JSON.parse(writeLine(1, 'x')) as object);
    for (const member of members) {
      const blocks = changed(sequence, (block, index) => {
        const line = JSON.parse(block.lines[index] as string) as Record<string, unknown>;
        line[member] = member === 'sequence' ? 900 : 'edited';
        block.lines[index] = JSON.stringify(line);
      });
      const id = member === 'request_id' ? 'edited' : `req_${sequence}`;
      // A digest that no line holds any more shows as well.
      const faults = checkLane(blocks, TOTAL).filter(({ kind }) => kind !== 'personal_edited');
      expect([member, faults]).toEqual([member, found('edited', sequence, id)]);
    }
  });

  it('is named where it is no line any more', () => {
    for (const text of ['', '{}', 'null', '[', '{"sequence":"1"}']) {
      const blocks = changed(sequence, (block, index) => (block.lines[index] = text));
      const faults = checkLane(blocks, TOTAL).filter(({ kind }) => kind !== 'personal_edited');
      expect(faults).toEqual(found('edited', sequence, null));
    }
  });

  it('is named where its link was edited', () => {
    const blocks = changed(sequence, (block, index) => linkAt(block.links, index).fill(7));
    expect(checkLane(blocks, TOTAL)).toEqual(found('edited', sequence));
  });

  it('is named where its link was removed', () => {
    const blocks = changed(sequence, (block, index) => (block.links = withoutLink(block.links, index)));
    expect(checkLane(blocks, TOTAL)).toEqual(found('edited', sequence));
  });

  it('is named as missing where its text was removed, and where its link was as well', () => {
    for (const linkToo of [false, true]) {
      const blocks = changed(sequence, (block, index) => {
        block.lines.splice(index, 1);
        block.personal = {};
        if (linkToo) block.links = withoutLink(block.links, index);
      });
      // Nothing is left to tell of the very last one, but that there were so many.
      const kind = linkToo && sequence === TOTAL ? 'cut_off' : 'missing';
      expect(checkLane(blocks, TOTAL)).toEqual(found(kind, sequence, null));
    }
  });

  it('is followed by nothing unseen: a text that was inserted is named by what it says', () => {
    for (const says of [sequence, sequence + 1, 1, 900]) {
      const blocks = changed(sequence, (block, index) => {
        block.lines.splice(index + 1, 0, writeLine(says, 'x').replace(/req_\d+/, 'req_false'));
      });
      const faults = checkLane(blocks, TOTAL);
      // At the very end of all, a line without a link may as well be the next one, whose link is missing.
      expect(faults.map(({ request_id }) => request_id)).toContain('req_false');
      if (sequence < TOTAL) expect(faults).toEqual(found('inserted', says, 'req_false'));
    }
  });

  it('is followed by no line of another’s making, though that one is properly linked', () => {
    for (const says of [sequence + 1, 1, 900]) {
      const blocks = changed(sequence, (block, index) => {
        const line = writeLine(says, 'x').replace(/req_\d+/, 'req_false');
        const link = linkOf(linkAt(block.links, index), line);
        block.lines.splice(index + 1, 0, line);
        const at = (index + 1) * LINK_LENGTH;
        block.links = Buffer.concat([block.links.subarray(0, at), link, block.links.subarray(at)]);
      });
      // At the end it is the next line, unless it says otherwise: only a head that is kept elsewhere tells.
      if (sequence === TOTAL) continue;
      expect(checkLane(blocks, TOTAL)).toEqual(found('inserted', says, 'req_false'));
    }
  });

  it('is named where it was repeated, with its link or without', () => {
    for (const linkToo of [false, true]) {
      const blocks = changed(sequence, (block, index) => {
        block.lines.splice(index, 0, block.lines[index] as string);
        const at = index * LINK_LENGTH;
        const again = linkToo ? linkAt(block.links, index) : Buffer.alloc(0);
        block.links = Buffer.concat([block.links.subarray(0, at), again, block.links.subarray(at)]);
      });
      expect(checkLane(blocks, TOTAL)).toEqual(found('inserted', sequence));
    }
  });
});

describe('a lane that was sealed', () => {
  const headAt = (count: number): LaneHead => {
    const links = Buffer.concat(writeLane(LENGTHS).map((block) => block.links));
    return { count, head: linkText(linkAt(links, count - 1)) };
  };
  /** A lane whose lines say something else from a sequence on, and are linked as they should be. */
  const rewritten = (from: number): LooseBlock[] => {
    let link = firstLinkOf(sampleLane);
    return writeLane(LENGTHS).map((block) => {
      const lines = block.lines.map((line, index) =>
        block.sequence + index < from ? line : line.replace('"status":200', '"status":204'),
      );
      const links = lines.map((line) => (link = linkOf(link, line)));
      return { ...block, lines, links: Buffer.concat(links) };
    });
  };
  const check = (blocks: readonly LooseBlock[], sealed: LaneHead): HistoryFault[] => {
    const checker = new HistoryChecker(sampleLane, sealed);
    return [...blocks.flatMap((block) => checker.take(block)), ...checker.finish()];
  };

  it.each(everyLine)(
    'up to line %i is sound, and detects if that line or an earlier one was rewritten',
    (count) => {
      const sealed = headAt(count);
      expect(check(writeLane(LENGTHS), sealed)).toEqual([]);
      for (let from = 1; from <= TOTAL; from += 1) {
        const faults = check(rewritten(from), sealed);
        const expected = { kind: 'rewritten', sequence: 1, lines: count, request_id: null };
        expect([from, faults]).toEqual([from, from > count ? [] : [expected]]);
      }
    },
  );

  it('shows what was cut off of it, and nothing where only lines after the seal are gone', () => {
    const blocks = writeLane(LENGTHS).slice(0, 3);
    expect(check(blocks, headAt(9))).toEqual([]);
    expect(check(blocks, headAt(12))).toEqual([
      { kind: 'cut_off', sequence: 10, lines: 3, request_id: null },
    ]);
    expect(check([], headAt(12))).toEqual([{ kind: 'cut_off', sequence: 1, lines: 12, request_id: null }]);
  });

  it('tells what was cut off from what left its links behind', () => {
    const blocks = writeLane(LENGTHS).slice(0, 3);
    blocks[2]?.lines.pop();
    expect(check(blocks, headAt(12))).toMatchObject([
      { kind: 'missing', sequence: 9, lines: 1 },
      { kind: 'cut_off', sequence: 10, lines: 3 },
    ]);
  });

  it('names the line itself where it was edited and its link was left', () => {
    const blocks = changed(9, (block, index) => {
      block.lines[index] = (block.lines[index] as string).replace('"status":200', '"status":204');
    });
    expect(check(blocks, headAt(9))).toEqual(found('edited', 9));
  });
});
