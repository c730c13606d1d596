import { describe, expect, it } from '@jest/globals';
import { marksOf, tokenHint } from './credential-marks.js';

const NOW = Date.parse('2026-11-24T00:00:00.000Z');
const days = (count: number) => new Date(NOW + count * 86_400_000).toISOString();
const used = { state: 'active', created_at: days(-200), last_used_at: days(-1), expires_at: null } as const;

describe('the marks of a credential', () => {
  it('are for what was never used, which asks for nothing on its first day', () => {
    const never = { ...used, last_used_at: null };
    expect(marksOf(never, NOW)).toEqual(['not used for 200 days']);
    expect(marksOf({ ...never, created_at: days(-1) }, NOW)).toEqual(['not used for 1 day']);
    expect(marksOf({ ...never, created_at: days(-0.9) }, NOW)).toEqual([]);
  });

  it('are for what nobody has used for 30 days', () => {
    expect(marksOf(used, NOW)).toEqual([]);
    expect(marksOf({ ...used, last_used_at: days(-29.9) }, NOW)).toEqual([]);
    expect(marksOf({ ...used, last_used_at: days(-91) }, NOW)).toEqual(['not used for 91 days']);
  });

  it('are for what expires within 14 days', () => {
    expect(marksOf({ ...used, expires_at: days(14) }, NOW)).toEqual(['expires soon']);
    expect(marksOf({ ...used, expires_at: days(15) }, NOW)).toEqual([]);
  });

  it('are none for what has ended', () => {
    const old = { ...used, last_used_at: null, expires_at: days(1) };
    for (const state of ['revoked', 'expired'] as const) expect(marksOf({ ...old, state }, NOW)).toEqual([]);
    expect(marksOf({ ...old, state: 'rotating' }, NOW)).toHaveLength(2);
  });
});

describe('the hint of a token', () => {
  it('is how the token begins', () => {
    expect(tokenHint({ key_id: 'abc', capabilities: ['verify'] }, 'development')).toBe('svc_dev_abc_…');
    expect(tokenHint({ key_id: 'abc', capabilities: ['audit', 'read'] }, 'production')).toBe(
      'svc_audit_prod_abc_…',
    );
  });
});
