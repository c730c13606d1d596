import { describe, expect, it } from '@jest/globals';
import { BEGINNING, comparePositions, type Position } from './position.js';

const ASCENDING: Position[] = [
  BEGINNING,
  { epoch: 1, tx: '9', pos: '100' },
  { epoch: 1, tx: '10', pos: '9' },
  { epoch: 1, tx: '10', pos: '10' },
  { epoch: 1, tx: '9007199254740993', pos: '1' },
  { epoch: 1, tx: '9007199254740994', pos: '0' },
  { epoch: 1, tx: '18446744073709551615', pos: '9223372036854775807' },
  { epoch: 2, tx: '1', pos: '1' },
];

describe('positions', () => {
  it('come in the order of epoch, transaction and position, as numbers of 64 bits', () => {
    for (const [i, left] of ASCENDING.entries()) {
      for (const [j, right] of ASCENDING.entries()) {
        expect([left, right, Math.sign(comparePositions(left, right))]).toEqual([
          left,
          right,
          Math.sign(i - j),
        ]);
      }
    }
  });
});
