import { describe, expect, it } from '@jest/globals';
import { eventually } from './eventually.js';

const soon = { timeout: 60, interval: 1 };

describe('eventually', () => {
  it('answers the result of the first successful attempt', async () => {
    const answers = [() => Promise.reject(new Error('too early')), () => false as const, () => 'done'];
    expect(await eventually<string | false>(() => answers.shift()?.() ?? 'too late')).toBe('done');
  });

  it('counts an attempt without a result as successful', async () => {
    await expect(eventually(() => undefined)).resolves.toBeUndefined();
  });

  it('throws the error of the last attempt', async () => {
    let attempts = 0;
    const failing = () => {
      attempts += 1;
      throw new Error(`attempt ${attempts > 1 ? 'later' : 'first'}`);
    };
    await expect(eventually(failing, soon)).rejects.toThrow('attempt later');
  });

  it('reports that the condition stayed false', async () => {
    await expect(eventually(() => false, soon)).rejects.toThrow('did not come true within 60 ms');
  });

  it('gives up on an attempt that never ends', async () => {
    await expect(eventually(() => new Promise(() => undefined), soon)).rejects.toThrow('did not come true');
  });
});
