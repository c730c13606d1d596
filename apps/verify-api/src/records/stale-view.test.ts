import { describe, expect, it } from '@jest/globals';
import type { DataSource } from 'typeorm';
import type { CommandSender } from '../owners/command-sender.js';
import type { Call } from '../interface/call.js';
import { sampleAuthority, sampleRow } from '../testing/sample-record.js';
import { Freshness } from '../views/freshness.js';
import type { GatewayViews } from '../views/gateway-views.js';
import { StoredRecord } from '../views/records/stored-record.js';
import type { RecordReader } from '../views/records/record-reader.js';
import { Peppers } from '../admission/authentication/peppers/peppers.js';
import { Cursors } from '../interface/inputs/cursors.js';
import { inert } from '../testing/inert.js';
import { noMetadata } from '../testing/no-metadata.js';
import { ChangeRecords } from './change-records.js';
import { Exports } from '../lists/exports.js';
import { ListRecords } from './list-records.js';
import { ReadRecord } from './record.operations.js';

const cursors = new Cursors(new Peppers(['pepper']));
const kept = new StoredRecord(sampleRow(sampleAuthority()), 0);
const records = {
  findFor: (_: object, id: string) => Promise.resolve(id === 'rec_1' ? kept : null),
} as unknown as RecordReader;
const views = (age: number) =>
  ({
    freshness: { records: new Freshness({ age: () => age }, 'records') },
    ownWrites: { ofProject: () => null, authorityOf: () => null },
    heads: { current: () => ({ within: 7n }) },
  }) as unknown as GatewayViews;
const caller = { projectId: 'prj_1', authorities: null, requestContext: {} } as Call;
const unavailable = { code: 'service.unavailable' };

describe('a view of records that is too far behind', () => {
  it('is neither read nor listed', async () => {
    const read = new ReadRecord(records, views(5_001), cursors, noMetadata);
    await expect(read.execute(caller, 'rec_1')).rejects.toMatchObject(unavailable);
    await expect(read.history(caller, 'rec_1', { limit: 1 })).rejects.toMatchObject(unavailable);
    const list = new ListRecords({} as DataSource, views(5_001), cursors, noMetadata, new Exports());
    await expect(list.execute(caller, { limit: 1 })).rejects.toMatchObject(unavailable);
    expect(
      await new ReadRecord(records, views(0), cursors, noMetadata).execute(caller, 'rec_1'),
    ).toMatchObject({
      id: 'rec_1',
    });
  });

  it('lets a shown record be revoked, and answers unavailable instead of not found', async () => {
    const commands = { send: () => Promise.resolve({ ...kept.snapshot, state: 'revoked' }) };
    const change = (age: number) =>
      new ChangeRecords(commands as unknown as CommandSender, records, views(age), noMetadata, inert());
    const revoke = (age: number, id: string) =>
      change(age).execute('record.revoke', caller, id, { reason: 'r', expected_version: null });
    expect(await revoke(5_001, 'rec_1')).toMatchObject({ state: 'revoked' });
    await expect(revoke(5_001, 'rec_2')).rejects.toMatchObject(unavailable);
    await expect(revoke(0, 'rec_2')).rejects.toMatchObject({ code: 'record.not_found' });
  });
});
