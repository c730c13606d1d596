import { describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { usualRules } from '../../testing/usual-rules.js';
import { CallerCache } from './caller-cache.js';
import { NamedBuckets } from './named-buckets.js';
import { QuotaLeases } from './quota-leases.js';
import type { RateBuckets } from './rate-bucket.js';
import { TokenBucket } from './token-bucket.js';

const NOW = Date.UTC(2026, 0, 1);
const MINUTE = 60_000;

/** Buckets that record the keys of opened ones. */
function openedBuckets(): { opened: string[]; buckets: RateBuckets } {
  const opened: string[] = [];
  const buckets: RateBuckets = {
    open(key, rule, now) {
      opened.push(key);
      return new TokenBucket(rule, now);
    },
    settle: async () => undefined,
  };
  return { opened, buckets };
}

describe('cached callers', () => {
  it('are removed after an idle minute, and their project after its last caller', () => {
    const { opened, buckets } = openedBuckets();
    const callers = new CallerCache(usualRules, buckets, new QuotaLeases({} as Pool));
    const see = (credentialId: string, now: number) => {
      const caller = { credentialId, projectId: 'prj_1', rateLimit: null, quota: {} };
      callers.limitsOf(caller, 'verify', now);
      return opened.splice(0);
    };
    expect(see('crd_1', NOW)).toEqual(['prj_1:verify', 'crd_1:verify']);
    expect(see('crd_2', NOW)).toEqual(['crd_2:verify']);
    callers.forgetIdle(NOW + MINUTE);
    expect(see('crd_1', NOW + MINUTE)).toEqual([]);
    callers.forgetIdle(NOW + MINUTE + 1);
    expect(see('crd_1', NOW + MINUTE + 1)).toEqual([]);
    expect(see('crd_2', NOW + MINUTE + 1)).toEqual(['crd_2:verify']);
    callers.forgetIdle(NOW + 3 * MINUTE);
    expect(see('crd_1', NOW + 3 * MINUTE)).toEqual(['prj_1:verify', 'crd_1:verify']);
  });
});

it('the subject of access tokens has limits of its own in each of its projects', () => {
  const { opened, buckets } = openedBuckets();
  const callers = new CallerCache(usualRules, buckets, new QuotaLeases({} as Pool));
  for (const projectId of ['prj_1', 'prj_2', 'prj_1'])
    callers.limitsOf(
      { credentialId: 'oauth:somebody', projectId, rateLimit: null, quota: {} },
      'verify',
      NOW,
    );
  expect(opened).toEqual([
    'prj_1:verify',
    'prj_1 oauth:somebody:verify',
    'prj_2:verify',
    'prj_2 oauth:somebody:verify',
  ]);
});

describe('cached names', () => {
  it('are removed when their buckets are full again', () => {
    const { opened, buckets } = openedBuckets();
    const names = new NamedBuckets(buckets);
    const see = (now: number) => {
      names.take('192.0.2.1', { perSecond: 1 / 60, burst: 60 }, now);
      return opened.splice(0);
    };
    expect(see(NOW)).toEqual(['named:192.0.2.1']);
    names.forgetFull(NOW + MINUTE - 1_000);
    expect(see(NOW + MINUTE)).toEqual([]);
    names.forgetFull(NOW + 3 * MINUTE);
    expect(see(NOW + 3 * MINUTE)).toEqual(['named:192.0.2.1']);
  });
});
