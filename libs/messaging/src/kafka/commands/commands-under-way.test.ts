import { describe, expect, it } from '@jest/globals';
import { CommandsUnderWay } from './commands-under-way.js';

const refusal = (code: string) => expect.objectContaining({ code });
const KIB = 1_024;

describe('the commands under way', () => {
  it('of one project hold at most half, and leave the rest to others', () => {
    const underWay = new CommandsUnderWay(8 * KIB);
    const leave = underWay.enter('prj_a', 3 * KIB);
    expect(() => underWay.enter('prj_a', 0)).toThrow(refusal('rate.limited'));
    underWay.enter('prj_b', 3 * KIB);
    expect(() => underWay.enter('prj_c', 0)).toThrow(refusal('service.unavailable'));
    leave();
    underWay.enter('prj_c', 0);
    underWay.enter('prj_a', 2 * KIB);
  });

  it('leave a part to those of the project that take something away', () => {
    const underWay = new CommandsUnderWay(32 * KIB);
    underWay.enter('prj_a', 15 * KIB);
    expect(() => underWay.enter('prj_a', 0)).toThrow(refusal('rate.limited'));
    underWay.enter('prj_a', KIB, 'record.revoke');
    expect(() => underWay.enter('prj_a', 0, 'record.revoke')).toThrow(refusal('rate.limited'));
  });

  it('are bounded in number, however small they are', () => {
    const underWay = new CommandsUnderWay(8 * KIB);
    for (const project of ['prj_a', 'prj_b'])
      for (let count = 0; count < 4; count += 1) underWay.enter(project, 0);
    expect(() => underWay.enter(null, 0)).toThrow(refusal('service.unavailable'));
  });
});
