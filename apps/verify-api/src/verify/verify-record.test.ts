import { expect, it } from '@jest/globals';
import { compareClocks } from '@service/contracts';
import type { Admission } from '../admission/admission.js';
import type { LogHead } from '../views/log-head.js';
import type { GatewayViews } from '../views/gateway-views.js';
import type { FindSubjects } from './find-subjects.js';
import { VerifyRecord, type VerifyCall } from './verify-record.js';
import type { VerifyRecords } from './verify-records.js';

const admission = { charge: () => undefined } as unknown as Admission;
const head = { within: 7n } as LogHead;
const call = {
  requestId: 'req_1',
  requestContext: { caller: {} },
  preferences: { nonce: () => null, wait: () => 0 },
} as unknown as VerifyCall;

/** Verifies as of a position, for a request of 1970. @returns the position and the moment that were decided by. */
async function decidedBy(current: LogHead | Promise<LogHead>): Promise<[LogHead, Date]> {
  let decided: [LogHead, Date] | undefined;
  const verify = (_: unknown, __: unknown, ___: string, now: Date, asOf: LogHead) => {
    decided = [asOf, now];
    return { text: 'answer', digest: () => 'digest' };
  };
  const views = { heads: { current: () => current } } as unknown as GatewayViews;
  const record = new VerifyRecord(
    { verify } as unknown as VerifyRecords,
    {} as FindSubjects,
    views,
    admission,
  );
  expect(await record.execute(call, { record_id: 'rec_1' }, new Date(0))).toBe('answer');
  if (decided === undefined) throw new Error('Nothing was decided.');
  return decided;
}

it('decides by the moment of the request where there is a position', async () => {
  expect(await decidedBy(head)).toEqual([head, new Date(0)]);
});

it('decides by the moment of the position where it was waited for: the record may have expired meanwhile', async () => {
  const [asOf, now] = await decidedBy(Promise.resolve(head));
  expect([asOf, now.getTime() > 0]).toEqual([head, true]);
});

it('decides by the clock that processes agree on: a gateway whose own is behind answers nothing that has ended', async () => {
  compareClocks(Date.now() + 90_000, 0);
  const [, now] = await decidedBy(Promise.resolve(head));
  expect(now.getTime() - Date.now()).toBeGreaterThan(80_000);
  compareClocks(Date.now(), 0);
});
