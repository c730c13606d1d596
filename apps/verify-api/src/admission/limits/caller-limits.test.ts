import { describe, expect, it } from '@jest/globals';
import { ServiceError, type OperationKind } from '@service/contracts';
import { createLogger } from '@service/platform/logging';
import type { Pool } from 'pg';
import { CallerLimits } from './caller-limits.js';
import type { LimitedCaller } from './limits.js';
import { LocalBuckets } from './create-limits.js';
import { QuotaLeases } from './quota-leases.js';
import { usualRules } from '../../testing/usual-rules.js';

const NOW = Date.UTC(2026, 0, 1, 23, 59, 0);

const createLimits = () =>
  new CallerLimits({
    rules: usualRules,
    buckets: new LocalBuckets(),
    quotas: new QuotaLeases({} as Pool),
    logger: createLogger('silent'),
  });

const callerOf = (changes: Partial<LimitedCaller> = {}): LimitedCaller => ({
  credentialId: 'crd_1',
  projectId: 'prj_1',
  rateLimit: null,
  quota: {},
  ...changes,
});

/** The error for some operations; null where they are taken. */
function refusal(
  limits: CallerLimits,
  caller: LimitedCaller,
  operations = 1,
  kind: OperationKind = 'verify',
  now = NOW,
): ServiceError | null {
  try {
    limits.take(caller, kind, operations, now);
    return null;
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
}

/** The error for a batch, whose first item was admitted; null where it is taken. */
function batchRefusal(
  limits: CallerLimits,
  caller: LimitedCaller,
  items: number,
  now = NOW,
): ServiceError | null {
  try {
    limits.take(caller, 'verify', 1, now);
    limits.takeBatch(caller, 'verify', items, now);
    return null;
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
}

const left = (limits: CallerLimits, caller: LimitedCaller, kind: OperationKind = 'verify', now = NOW) =>
  limits.headers(caller, kind, now)['ratelimit'];

describe('a credential', () => {
  it('may do its burst of each kind, and then waits', () => {
    const limits = createLimits();
    const caller = callerOf();
    expect(refusal(limits, caller, 2_000)).toBeNull();
    expect(refusal(limits, caller)).toMatchObject({ code: 'rate.limited', retryAfter: 1 });
    expect(refusal(limits, caller, 2_000, 'read')).toBeNull();
    expect(refusal(limits, caller, 4_000, 'write')).toBeNull();
    expect(refusal(limits, caller, 500, 'verify', NOW + 500)).toBeNull();
    expect(refusal(limits, caller, 1, 'verify', NOW + 500)?.code).toBe('rate.limited');
  });

  it('may take a whole burst at once of what was not counted before', () => {
    const limits = createLimits();
    limits.takeBatch(callerOf(), 'verify', 2_000, NOW, 0);
    expect(refusal(limits, callerOf())).toMatchObject({ code: 'rate.limited', retryAfter: 1 });
    expect(() => limits.takeBatch(callerOf(), 'verify', 2_001, NOW, 0)).toThrow(
      expect.objectContaining({ code: 'request.batch_too_large' }),
    );
  });

  it('has its own limits, which change with its terms', () => {
    const limits = createLimits();
    expect(refusal(limits, callerOf({ rateLimit: { verify: 5 } }), 10)).toBeNull();
    const refused = refusal(limits, callerOf({ rateLimit: { verify: 5 } }), 6);
    expect(refused).toMatchObject({ code: 'rate.limited', retryAfter: 2 });
    expect(refused?.message).toMatch(
      /: this credential may do 5 verify operations per second, and 10 at once\.$/,
    );
    expect(refusal(limits, callerOf({ credentialId: 'crd_2' }))).toBeNull();
    expect(refusal(limits, callerOf({ rateLimit: { read: 5 } }), 1, 'verify', NOW + 1)).toBeNull();
    expect(limits.headers(callerOf(), 'verify', NOW)['ratelimit-policy']).toMatch(/^"verify";q=2000;w=2,/);
  });
});

describe('a debt', () => {
  it('of a credential and of its project refuses what follows, and says how long', () => {
    const limits = createLimits();
    const caller = callerOf();
    limits.requireNoDebt(caller, 'verify', NOW);
    limits.charge(caller, 'verify', 1_000_000, NOW);
    expect(refusal(limits, caller)).toMatchObject({ code: 'rate.limited', retryAfter: 61 });
    expect(() => limits.requireNoDebt(caller, 'verify', NOW)).toThrow(ServiceError);
    const other = callerOf({ credentialId: 'crd_2' });
    expect(refusal(limits, other)?.message).toContain(
      'of this project together may do 5000 verify operations per second',
    );
    expect(refusal(limits, callerOf({ credentialId: 'crd_3', projectId: 'prj_2' }))).toBeNull();
    expect(refusal(limits, caller, 1, 'read')).toBeNull();
    expect(refusal(limits, caller, 1, 'verify', NOW + 61_000)).toBeNull();
  });

  it('is none of a quota: it counts operations', () => {
    const limits = createLimits();
    const caller = callerOf({ quota: { verify: 2 } });
    limits.charge(caller, 'verify', 100, NOW);
    expect([refusal(limits, caller), refusal(limits, caller)]).toEqual([null, null]);
  });
});

describe('a batch', () => {
  it('that exceeds what its credential may do at once is not told to wait', () => {
    const caller = callerOf({ rateLimit: { verify: 1 } });
    for (const now of [NOW, NOW + 5_000]) {
      const refused = batchRefusal(createLimits(), caller, 3, now);
      expect(refused).toMatchObject({ code: 'request.batch_too_large', status: 422, retryAfter: null });
      expect(refused?.message).toBe('A batch of 3 exceeds what this credential may do at once (2).');
    }
    expect(batchRefusal(createLimits(), caller, 2)).toBeNull();
  });

  it('that exceeds what its project may do at once, or in a day, is not told to wait', () => {
    const generous = callerOf({ rateLimit: { verify: 100_000 } });
    expect(batchRefusal(createLimits(), generous, 10_001)).toMatchObject({
      code: 'request.batch_too_large',
      message:
        'A batch of 10001 exceeds what the credentials of this project together may do at once (10000).',
      retryAfter: null,
    });
    expect(batchRefusal(createLimits(), callerOf({ quota: { verify: 3 } }), 4)).toMatchObject({
      code: 'request.batch_too_large',
      message: 'A batch of 4 exceeds what this project may do in a day (3).',
      retryAfter: null,
    });
  });

  it('that fits passes after the seconds that its refusal names', () => {
    const limits = createLimits();
    const caller = callerOf({ rateLimit: { verify: 1 } });
    expect(batchRefusal(limits, caller, 2)).toBeNull();
    const refused = batchRefusal(limits, caller, 2, NOW + 1_000);
    expect(refused).toMatchObject({ code: 'rate.limited', retryAfter: 2 });
    expect(batchRefusal(limits, caller, 2, NOW + 3_000)).toBeNull();
  });
});

describe('a project', () => {
  const credentials = Array.from({ length: 6 }, (_, index) => callerOf({ credentialId: `crd_${index}` }));

  it('may do five times as much as a credential; its refusal takes nothing from the credential', () => {
    const limits = createLimits();
    const refusals = credentials.map((caller) => refusal(limits, caller, 2_000));
    expect(refusals.map((each) => each?.code)).toEqual([...Array.from({ length: 5 }), 'rate.limited']);
    expect(refusals[5]?.message).toContain('project');
    expect(left(limits, credentials[5] as LimitedCaller)).toBe(
      '"verify";r=2000;t=0, "project-verify";r=0;t=2',
    );
  });

  it('loses nothing to a credential that is refused', () => {
    const limits = createLimits();
    refusal(limits, callerOf(), 2_000);
    refusal(limits, callerOf(), 100);
    expect(left(limits, callerOf())).toBe('"verify";r=0;t=2, "project-verify";r=8000;t=1');
  });

  it('does not limit operators, who have no project', () => {
    const limits = createLimits();
    const operator = callerOf({ projectId: null });
    expect(refusal(limits, operator, 1, 'write')).toBeNull();
    expect(left(limits, operator, 'write')).toBe('"write";r=3999;t=1');
  });
});

describe('a quota', () => {
  it('ends at midnight UTC, and takes nothing from the rates when it refuses', () => {
    const limits = createLimits();
    const caller = callerOf({ quota: { verify: 3 } });
    expect(refusal(limits, caller, 3)).toBeNull();
    expect(refusal(limits, caller)).toMatchObject({
      code: 'quota.exceeded',
      message: expect.stringContaining('its quota of 3 verify operations per day'),
      retryAfter: 60,
    });
    expect(refusal(limits, caller, 1, 'read')).toBeNull();
    expect(limits.headers(caller, 'verify', NOW)).toEqual({
      'ratelimit-policy': '"verify";q=2000;w=2, "project-verify";q=10000;w=2, "quota-verify";q=3;w=86400',
      ratelimit: '"verify";r=1997;t=1, "project-verify";r=9997;t=1, "quota-verify";r=0;t=60',
    });
    expect(refusal(limits, caller, 1, 'verify', NOW + 60_000)).toBeNull();
  });

  it('starts and ends with the project’s quota', () => {
    const limits = createLimits();
    expect(refusal(limits, callerOf(), 10)).toBeNull();
    const quota = { verify: 1 };
    expect(refusal(limits, callerOf({ quota }))).toBeNull();
    expect(refusal(limits, callerOf({ quota }))?.code).toBe('quota.exceeded');
    expect(refusal(limits, callerOf())).toBeNull();
  });
});

describe('a named limit', () => {
  const hourly = { perSecond: 60 / 3_600, burst: 60 };

  it('is separate from others, and tells the seconds to wait', () => {
    const limits = createLimits();
    for (let taken = 0; taken < 60; taken += 1) limits.takeFor('192.0.2.1', hourly, NOW);
    expect(() => limits.takeFor('192.0.2.1', hourly, NOW)).toThrow(
      expect.objectContaining({
        code: 'rate.limited',
        message: 'There were too many requests: the limit is 1 per minute, and 60 at once.',
        retryAfter: 60,
      }),
    );
    limits.takeFor('192.0.2.2', hourly, NOW);
    limits.takeFor('192.0.2.1', hourly, NOW + 60_001);
  });
});
