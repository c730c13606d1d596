import { describe, expect, it } from '@jest/globals';
import { momentAfter, requireFuture } from './moments.js';

const now = new Date('2026-03-01T12:00:00.000Z');

describe('a moment', () => {
  it('is now, or that of the last event where the clock was set back', () => {
    expect(momentAfter(null, now)).toEqual(now);
    expect(momentAfter('2026-03-01T11:00:00.000Z', now)).toEqual(now);
    expect(momentAfter('2026-03-01T13:00:00.000Z', now).toISOString()).toBe('2026-03-01T13:00:00.000Z');
  });

  it('that must lie in the future has one form and comes after now', () => {
    requireFuture('expires_at', '2026-03-01T12:00:00.001Z', now);
    for (const moment of ['2026-03-01T12:00:00.000Z', '2026-03-01T13:00:00Z', 'tomorrow']) {
      expect(() => requireFuture('expires_at', moment, now)).toThrow(
        expect.objectContaining({ code: 'request.invalid' }),
      );
    }
  });
});
