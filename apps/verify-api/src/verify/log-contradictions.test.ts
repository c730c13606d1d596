import { describe, expect, it, jest } from '@jest/globals';
import { LogContradictions } from './log-contradictions.js';

function contradictions() {
  const error = jest.fn();
  return { told: new LogContradictions({ error }), error };
}
const AS_OF = { treeSize: 10 };

describe('what the log contradicts', () => {
  it('is told once, and hides nothing else of the same subject', () => {
    const { told, error } = contradictions();
    for (const _ of [1, 2]) {
      told.refuted('rec_1', 'element 1 stands behind its key’s end', AS_OF);
      told.refuted('rec_1', 'element 2 stands behind its key’s end', { treeSize: 11 });
      told.alarm({ subjectId: 'rec_1', version: 2, leaf: 7, treeSize: 10 });
      told.alarm({ subjectId: 'rec_1', version: 1, leaf: 5, treeSize: 10 });
    }
    expect([told.count, error.mock.calls.length]).toEqual([4, 4]);
  });

  it('is told of a thousand, and then that it is told no more', () => {
    const { told, error } = contradictions();
    for (let index = 0; index < 1_100; index += 1) told.refuted(`rec_${index}`, 'it is missing', AS_OF);
    expect(told.count).toBeGreaterThan(1_000);
    expect(error).toHaveBeenCalledTimes(1_001);
    expect(error).toHaveBeenLastCalledWith({ told: 1_000 }, expect.stringContaining('not told any more'));
  });
});
