import { beforeEach, describe, expect, it } from '@jest/globals';
import { ServerClock } from './server-clock.js';

const TOLD = 'Tue, 24 Nov 2026 22:00:00 GMT';
const AT = Date.parse(TOLD);

describe('the server’s clock', () => {
  let now: number;
  let clock: ServerClock;
  beforeEach(() => void (clock = new ServerClock(() => now)));

  it('is that of the browser until an answer says otherwise', () => {
    now = AT + 900;
    clock.hear(TOLD, now);
    expect(clock.read()).toBe(now);
  });

  it('corrects one that is 90 s late, better with each shorter round trip', () => {
    now = AT - 90_000;
    clock.hear(TOLD, now - 4_000);
    expect(clock.read()).toBe(AT + 2_500);
    clock.hear(TOLD, now - 6_000);
    expect(clock.read()).toBe(AT + 2_500);
    clock.hear(TOLD, now - 100);
    expect(clock.read()).toBe(AT + 550);
  });

  it('follows a browser whose clock is set', () => {
    now = AT - 90_000;
    clock.hear(TOLD, now);
    now = AT;
    clock.hear(TOLD, now - 200);
    expect(clock.read()).toBe(AT + 600);
  });

  it.each([null, 'soon'])('keeps what it knows where an answer says %j', (date) => {
    now = AT - 3_600_000;
    clock.hear(TOLD, now);
    const before = clock.read();
    clock.hear(date, now);
    expect(clock.read()).toBe(before);
  });
});
