import { describe, expect, it } from '@jest/globals';
import { Pause } from './pause.js';

/** Makes a long pause and says whether it lasts once everything that is ready has run; ends it. */
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

  it('is over when somebody says so, and the next one is as long as ever', async () => {
    const pause = new Pause();
    const first = pause.of(60_000);
    pause.over();
    await first;
    expect(await lasts(pause)).toBe(true);
  });

  it('that nobody makes cannot be ended, and does not end the next one', async () => {
    const pause = new Pause();
    pause.over();
    expect(await lasts(pause)).toBe(true);
  });
});
