import { describe, expect, it } from '@jest/globals';
import { validityOf } from './validity.js';

const authority = {
  created_at: '2026-01-01T00:00:00.000Z',
  valid_until: '2026-12-31T00:00:00.000Z',
  state: 'active',
};
const at = (moment: string) => Date.parse(moment);

describe('how far a validity has run', () => {
  it('goes from the grant to the end', () => {
    expect(validityOf(authority, at('2025-01-01T00:00:00Z'))).toEqual({ share: 0, tone: 'good' });
    expect(validityOf(authority, at('2026-07-02T00:00:00Z'))).toEqual({ share: 0.5, tone: 'good' });
    expect(validityOf(authority, at('2026-12-15T00:00:00Z')).tone).toBe('warn');
    expect(validityOf(authority, at('2027-01-01T00:00:00Z'))).toEqual({ share: 1, tone: 'quiet' });
  });

  it('is marked where the authority does not count', () => {
    const now = at('2026-02-01T00:00:00Z');
    const tones = ['suspended', 'revoked', 'expired'].map(
      (state) => validityOf({ ...authority, state }, now).tone,
    );
    expect(tones).toEqual(['warn', 'bad', 'quiet']);
  });
});
