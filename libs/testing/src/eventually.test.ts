import { describe, expect, it } from '@jest/globals';
import { eventually } from './eventually.js';

const soon = { timeout: 60, interval: 1 };

describe('eventually', () => {
  it('answers what the first attempt that succeeds answers', async () => {
    const answers = [() => Promise.reject(new Error('too early')), () => false as const, () => 'done'];
    expect(await eventually<string | false>(() => answers.shift()?.() ?? 'too late')).toBe('done');
  });

  it('takes an attempt that answers nothing for a success', async () => {
    await expect(eventually(() => undefined)).resolves.toBeUndefined();
  });

  it('throws what the last attempt threw', async () => {
    let attempts = 0;
    const failing = () => {
      attempts += 1;
      throw new Error(`attempt ${attempts > 1 ? 'later' : 'first'}`);
    };
    await expect(eventually(failing, soon)).rejects.toThrow('attempt later');
  });

  it('says that the condition did not come true', async () => {
    await expect(eventually(() => false, soon)).rejects.toThrow('did not come true within 60 ms');
  });

  it('gives up on an attempt that never ends', async () => {
    await expect(eventually(() => new Promise(() => undefined), soon)).rejects.toThrow('did not come true');
  });
});
