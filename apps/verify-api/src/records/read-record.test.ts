import { describe, expect, it } from '@jest/globals';
import { Peppers } from '../admission/authentication/peppers/peppers.js';
import { Cursors } from '../interface/inputs/cursors.js';
import type { Call } from '../interface/call.js';
import { noMetadata } from '../testing/no-metadata.js';
import { sampleAuthority, sampleRow } from '../testing/sample-record.js';
import { StoredRecord } from '../views/records/stored-record.js';
import type { RecordReader } from '../views/records/record-reader.js';
import { Freshness } from '../views/freshness.js';
import type { GatewayViews } from '../views/gateway-views.js';
import { ReadRecord } from './record.operations.js';

const views = {
  freshness: { records: new Freshness({ age: () => 0 }, 'records') },
  heads: { current: () => ({ within: 7n }) },
} as unknown as GatewayViews;
const cursors = new Cursors(new Peppers(['pepper']));
const caller = { projectId: 'prj_1', authorities: null, requestContext: {} } as Call;

describe('the history of a record', () => {
  it('shows reasons with their salts, and none whose salt was removed', async () => {
    const row = sampleRow(sampleAuthority());
    const changed = row.elements?.map((each) =>
      each.sequence === 2 ? { ...each, reason_salt: null } : each,
    );
    const kept = new StoredRecord({ ...row, elements: changed ?? [] }, 0);
    const records = { findFor: () => Promise.resolve(kept) } as unknown as RecordReader;
    const { data, reasons } = await new ReadRecord(records, views, cursors, noMetadata).history(
      caller,
      'rec_1',
      {
        limit: 3,
      },
    );
    expect(data.map(({ sequence }) => sequence)).toEqual([1, 2, 3]);
    expect(reasons).toEqual([{ sequence: 3, reason: 'no doubt', salt: expect.any(String) }]);
  });
});
