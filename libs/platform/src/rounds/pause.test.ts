import { describe, expect, it } from '@jest/globals';
import { Pause } from './pause.js';

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
    let done = false;
    const second = pause.of(60_000).then(() => (done = true));
    await new Promise(setImmediate);
    expect(done).toBe(false);
    pause.over();
    await second;
  });

  it('that nobody makes cannot be ended, and does not end the next one', async () => {
    const pause = new Pause();
    pause.over();
    let done = false;
    const next = pause.of(60_000).then(() => (done = true));
    await new Promise(setImmediate);
    expect(done).toBe(false);
    pause.over();
    await next;
  });
});
