import { describe, expect, it } from '@jest/globals';
import type { Call } from '../interface/call.js';
import type { VerifyRecords } from '../verify/verify-records.js';
import type { GatewayViews } from '../views/gateway-views.js';
import type { LogHead } from '../views/log-head.js';
import type { BundleRequest, MakeBundle } from './make-bundle.js';
import { ReadEvidence } from './read-evidence.js';

/** The milliseconds for which a bundle waits for the log, of a caller who wants some seconds. */
async function waitOf(seconds: number, ageOfPosition: number): Promise<number> {
  const now = performance.now();
  let until = 0;
  const bundles = { execute: async (_: unknown, request: BundleRequest) => String((until = request.until)) };
  const heads = { newlyRead: async () => ({ at: now - ageOfPosition }) as LogHead };
  const evidence = new ReadEvidence(
    bundles as unknown as MakeBundle,
    { awaitReceipts: async () => undefined } as unknown as VerifyRecords,
    { heads } as unknown as GatewayViews,
  );
  const preferences = { nonce: () => null, wait: () => seconds };
  await evidence.execute({ preferences, requestContext: {} } as unknown as Call, 'rec_1', null);
  return until - now;
}

describe('the wait of a bundle for the log', () => {
  it('is as long as its caller wants', async () => {
    expect(await waitOf(1, 0)).toBeGreaterThanOrEqual(1_000);
  });

  it.each([0, 2_000])(
    'ends before the position of its answer is stale, %i ms old when it begins',
    async (age) => {
      const left = 5_000 - age;
      const wait = await waitOf(10, age);
      expect(wait).toBeLessThan(left);
      expect(wait).toBeGreaterThan(0);
    },
  );
});
