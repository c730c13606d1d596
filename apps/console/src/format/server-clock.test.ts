import { describe, expect, it } from '@jest/globals';
import { ServerClock } from './server-clock.js';

const TOLD = 'Tue, 24 Nov 2026 22:00:00 GMT';
const AT = Date.parse(TOLD);

describe('the server’s clock', () => {
  it('is that of the browser until an answer says otherwise', () => {
    expect(new ServerClock(() => 5_000).read()).toBe(5_000);
  });

  it('corrects one that is an hour late', () => {
    const clock = new ServerClock(() => AT - 3_600_000);
    clock.hear(TOLD);
    expect(Math.abs(clock.read() - AT)).toBeLessThanOrEqual(500);
  });

  it('learns nothing within the resolution of a date, so that a countdown does not jump', () => {
    const clock = new ServerClock(() => AT + 900);
    clock.hear(TOLD);
    expect(clock.read()).toBe(AT + 900);
  });

  it.each([null, 'soon'])('keeps what it knows where an answer says %j', (date) => {
    const clock = new ServerClock(() => AT - 3_600_000);
    clock.hear(TOLD);
    const before = clock.read();
    clock.hear(date);
    expect(clock.read()).toBe(before);
  });
});
