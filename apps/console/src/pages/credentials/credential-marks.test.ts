import { describe, expect, it } from '@jest/globals';
import { marksOf, tokenHint } from './credential-marks.js';

const NOW = Date.parse('2026-11-24T00:00:00.000Z');
const days = (count: number) => new Date(NOW + count * 86_400_000).toISOString();
const fresh = { state: 'active', created_at: days(-1), last_used_at: null, expires_at: null } as const;

describe('the marks of a credential', () => {
  it('are for what nobody has used for 90 days, since its issue or its last use', () => {
    expect(marksOf(fresh, NOW)).toEqual([]);
    expect(marksOf({ ...fresh, created_at: days(-90) }, NOW)).toEqual(['unused for 90 days']);
    expect(marksOf({ ...fresh, created_at: days(-200), last_used_at: days(-89) }, NOW)).toEqual([]);
    expect(marksOf({ ...fresh, created_at: days(-200), last_used_at: days(-91) }, NOW)).toHaveLength(1);
  });

  it('are for what expires within 14 days', () => {
    expect(marksOf({ ...fresh, expires_at: days(14) }, NOW)).toEqual(['expires soon']);
    expect(marksOf({ ...fresh, expires_at: days(15) }, NOW)).toEqual([]);
  });

  it('are none for what has ended', () => {
    const old = { ...fresh, created_at: days(-200), expires_at: days(1) };
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
