import { expect, it } from '@jest/globals';
import type { Admission } from '../admission/admission.js';
import type { RequestContext } from '../interface/request-context.js';
import type { GatewayViews } from '../views/gateway-views.js';
import type { LogHead } from '../views/log-head.js';
import type { RecordReader } from '../views/records/record-reader.js';
import { FindSubjects } from './find-subjects.js';
import type { VerifyRecords } from './verify-records.js';

/** What look-ups with so many matches each are charged; null for too many. */
async function priceOf(...matches: (number | null)[]): Promise<number> {
  let charged = 0;
  const found = matches.map((count) =>
    count === null ? 'too many' : { recordId: 'rec_1', current: true, matches: count, revoked_matches: 0 },
  );
  const find = new FindSubjects(
    { lookUp: async () => found } as unknown as RecordReader,
    {} as VerifyRecords,
    { heads: { current: () => ({ within: 7n }) as LogHead } } as unknown as GatewayViews,
    { charge: (_: unknown, operations: number) => (charged += operations) } as unknown as Admission,
  );
  const context = { caller: { projectId: 'prj_1', authorities: null } } as RequestContext;
  const bodies = matches.map((_, index) => ({ external_id: `case-${index}` }));
  await find.execute(context, bodies, 0);
  return charged;
}

it('charges look-ups what they cost by their candidates, beyond an operation each, also those that are refused for too many', async () => {
  expect(await priceOf(1, 31)).toBe(0);
  expect(await priceOf(32, 1_000)).toBe(32);
  expect(await priceOf(null)).toBe(31);
});
