import { Readable } from 'node:stream';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { Exports } from './exports.js';

const refused = expect.objectContaining({ code: 'rate.limited', retryAfter: 5 });

let exports: Exports;
beforeEach(() => {
  exports = new Exports();
});

/** Begins exports whose readers read nothing. */
function begin(projectId: string, most: number) {
  const gone: (() => void)[] = [];
  const call = { projectId, onGone: (listener: () => void) => (gone.push(listener), () => undefined) };
  const texts = Array.from({ length: most }, () => exports.begin(call, async () => Readable.from(['a'])));
  return { texts, leave: (index: number) => gone[index]?.() };
}

describe('exports', () => {
  it('are four of a project at a time, whose places others keep', async () => {
    const one = begin('prj_1', 5);
    await expect(one.texts.pop()).rejects.toEqual(refused);
    await Promise.all([...one.texts, ...begin('prj_2', 4).texts]);
  });

  it('are as many as the process can hold', async () => {
    await Promise.all(Array.from({ length: 8 }, (_, index) => begin(`prj_${index}`, 4).texts).flat());
    const late = begin('prj_9', 1).texts[0];
    await expect(late).rejects.toEqual(refused);
    await expect(late).rejects.toThrow('Exports of others');
  });

  it('leave their place when they end, cannot begin, or their reader has gone, and only once', async () => {
    const { texts, leave } = begin('prj_1', 4);
    const [first, second] = await Promise.all(texts);
    leave(0);
    expect(first?.destroyed).toBe(true);
    await second?.toArray();
    leave(1);
    const failing = { projectId: 'prj_1', onGone: () => () => undefined };
    const failure = new Error('no database');
    for (let at = 0; at < 3; at += 1) {
      await expect(exports.begin(failing, () => Promise.reject(failure))).rejects.toBe(failure);
    }
    const again = begin('prj_1', 3).texts;
    await expect(again.pop()).rejects.toEqual(refused);
    await Promise.all(again);
  });

  it('of a reader who went before they began are not read', async () => {
    const text = Readable.from(['a']);
    let go = (): void => undefined;
    const onGone = (listener: () => void) => ((go = listener), () => undefined);
    const begun = exports.begin({ projectId: 'prj_1', onGone }, async () => {
      go();
      return text;
    });
    await begun;
    expect(text.destroyed).toBe(true);
  });
});
