import { describe, expect, it } from '@jest/globals';

import { Health } from './health.js';

const starting = { stage: 'The process is starting.' };

describe('health', () => {
  it('is ready from the end of the start until it drains', async () => {
    const health = new Health();
    expect(await health.problems()).toEqual(starting);
    health.markStarted();
    expect(await health.problems()).toEqual({});
    health.markDraining();
    health.markStarted();
    expect(await health.problems()).toEqual({ stage: 'The process is stopping.' });
  });

  it('names each failing check, during the start too', async () => {
    const health = new Health();
    let behind: string | null = 'The records view has not caught up.';
    health.addReadiness('records', () => behind);
    health.addReadiness('directory', async () => null);
    expect(await health.problems()).toEqual({ ...starting, records: behind });
    health.markStarted();
    expect(await health.problems()).toEqual({ records: behind });
    behind = null;
    expect(await health.problems()).toEqual({});
  });

  it('is not ready while a check fails or does not answer', async () => {
    const health = new Health();
    health.markStarted();
    health.addReadiness('throws', () => {
      throw new Error('it broke');
    });
    health.addReadiness('rejects', async () => Promise.reject(new Error('It broke.')));
    health.addReadiness('hangs', async () => new Promise<null>(() => undefined));
    expect(await health.problems()).toEqual({
      throws: 'The check failed: it broke.',
      rejects: 'The check failed: It broke.',
      hangs: 'The check failed: No answer within 2000 ms.',
    });
  });

  it('refuses two checks of one name, since one would be lost', () => {
    const health = new Health();
    health.addReadiness('records', () => null);
    expect(() => health.addReadiness('records', () => null)).toThrow(TypeError);
  });
});
