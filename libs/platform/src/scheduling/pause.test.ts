import { describe, expect, it } from '@jest/globals';
import { Pause } from './pause.js';

/** Starts a long pause, answers whether it is still running after all pending work, and ends it. */
async function lasts(pause: Pause): Promise<boolean> {
  let done = false;
  const made = pause.of(60_000).then(() => (done = true));
  await new Promise(setImmediate);
  const lasted = !done;
  pause.over();
  await made;
  return lasted;
}

describe('a pause', () => {
  it('is over after its time', async () => {
    await new Pause().of(1);
    await new Pause().of(-1);
  });

  it('ends early when over is called, and the next one has its full length', async () => {
    const pause = new Pause();
    const first = pause.of(60_000);
    pause.over();
    await first;
    expect(await lasts(pause)).toBe(true);
  });

  it('that has not started cannot be ended, and the next one is not ended either', async () => {
    const pause = new Pause();
    pause.over();
    expect(await lasts(pause)).toBe(true);
  });
});
