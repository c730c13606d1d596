import { invalidRequest, ServiceError } from '@service/contracts';
import { PageQuery } from '../interface/inputs/pagination.js';
import { change, identified } from '../interface/identified-input.js';
import { defineOperation } from '../interface/operation.js';
import { ChangeRecords } from './change-records.js';
import { ListRecords } from './list-records.js';
import {
  ExportRecordsQuery,
  RecordQuery,
  RegisterBatchBody,
  RegisterBody,
  UpdateRecordBody,
} from './record.bodies.js';
import { RecordVerdicts } from './record-verdicts.js';
import { RegisterRecords } from './register-records.js';
import { Injectable } from '@nestjs/common';
import type { RecordElement, RecordElementContent } from '@service/evidence';
import type { Answer } from '../interface/schemas/schemas.js';
import type { Call } from '../interface/call.js';
import { Cursors } from '../interface/inputs/cursors.js';
import { historyPage } from '../lists/element-history.js';
import { MetadataReader } from '../lists/metadata-reader.js';
import { GatewayViews } from '../views/gateway-views.js';
import type { StoredRecord } from '../views/records/stored-record.js';
import { RecordReader } from '../views/records/record-reader.js';
import { shownRecord, type ShownRecord } from './shown-record.js';

/** Reads one record of a project, and its history. */
@Injectable()
export class ReadRecord {
  constructor(
    private readonly records: RecordReader,
    private readonly views: GatewayViews,
    private readonly cursors: Cursors,
    private readonly metadata: MetadataReader,
  ) {}

  /** @throws ServiceError `record.not_found`, `service.unavailable` while the view is too far behind. */
  async execute(call: Call, id: string): Promise<ShownRecord> {
    return this.metadata.show('record_store', shownRecord((await this.find(call, id)).snapshot));
  }

  /** All elements, oldest first, with the reasons that are stored beside them. */
  async history(call: Call, id: string, query: PageQuery): Promise<Answer<'RecordHistory'>> {
    const record = await this.find(call, id);
    const cursors = this.cursors.of(`records.history/${id}`, call.projectId, query);
    return historyPage<RecordElementContent, RecordElement>(cursors, query, record.chain, (sequences) =>
      sequences.map((sequence) => ({ sequence, ...reasonAt(record, sequence) })),
    );
  }

  private async find(call: Call, id: string): Promise<StoredRecord> {
    const asOf = await this.views.heads.current();
    // Checked after the wait, because the row is read now.
    this.views.freshness.records.require();
    const record = await this.records.findFor(call, id, asOf.within);
    this.views.freshness.records.require();
    if (record === null) throw new ServiceError('record.not_found');
    call.requestContext.evidence = { asOf, binding: null };
    return record;
  }
}

function reasonAt({ elements }: StoredRecord, sequence: number) {
  const { reason = null, salt = null } = elements[sequence - 1] ?? {};
  return { reason, salt };
}

const reading = { access: 'read', proves: 'position', useCase: ReadRecord } as const;
const registering = { access: 'write', stepUp: true, useCase: RegisterRecords } as const;

/** Runs in place of the list if NDJSON or CSV is asked for. */
const exportRecords = defineOperation({
  name: 'records.export',
  access: 'read',
  summary: 'Export all records that match, newest first, as NDJSON or CSV',
  input: ExportRecordsQuery,
  answer: 'Record',
  useCase: ListRecords,
  execute: (records, call, { format, ...query }) => {
    if (query.verdict === true) throw invalidRequest('verdict', 'is not for an export: ask for JSON');
    return records.export(call, query, format);
  },
});

/** Operations on records: registering, reading and their metadata. */
export const recordOperations = {
  register: defineOperation({
    ...registering,
    name: 'records.register',
    http: 'POST /v1/records',
    status: 201,
    summary: 'Register a record',
    input: RegisterBody,
    answer: 'Record',
    fails: [
      'authority.not_found',
      'authority.not_active',
      'record.already_exists',
      'record.issuer_signature_invalid',
    ],
    execute: (records, call, body) => records.register(call, body),
  }),

  registerBatch: defineOperation({
    ...registering,
    name: 'records.register_batch',
    http: 'POST /v1/records/batch',
    summary: 'Register up to 100 records; one result or error for each, in order',
    input: RegisterBatchBody,
    answer: 'RecordBatch',
    execute: (registrations, call, { records }) => registrations.executeEach(call, records),
    fails: ['request.batch_too_large'],
    itemsOf: ({ records }) => records.length,
    subjectsOf: (_, answer) => (answer?.data ?? []).flatMap((each) => ('id' in each ? [each.id] : [])),
  }),

  list: defineOperation({
    name: 'records.list',
    http: 'GET /v1/records',
    exportedBy: exportRecords,
    access: 'read',
    summary:
      'List records, newest first. As `application/x-ndjson` or `text/csv`, all that match, whatever `limit` is; the operation is then records.export',
    input: RecordQuery,
    answer: 'RecordPage',
    fails: ['request.batch_too_large'],
    useCase: RecordVerdicts,
    execute: (records, call, query) => records.execute(call, query),
  }),

  export: exportRecords,

  read: defineOperation({
    ...reading,
    name: 'records.read',
    http: 'GET /v1/records/:id',
    summary: 'Read a record',
    input: identified('record_id'),
    answer: 'Record',
    fails: ['record.not_found', 'record.version_conflict'],
    execute: (records, call, { record_id }) => records.execute(call, record_id),
  }),

  history: defineOperation({
    ...reading,
    name: 'records.history',
    http: 'GET /v1/records/:id/history',
    summary: 'Read a record’s elements, oldest first',
    input: identified('record_id', PageQuery),
    answer: 'RecordHistory',
    fails: ['record.not_found'],
    execute: (records, call, { record_id, ...query }) => records.history(call, record_id, query),
  }),

  update: defineOperation({
    name: 'records.update',
    http: 'PATCH /v1/records/:id',
    stepUp: false,
    access: 'write',
    summary: 'Change a record’s metadata, and nothing that the record says',
    input: change('record_id', UpdateRecordBody),
    answer: 'Record',
    fails: ['record.not_found', 'record.version_conflict'],
    useCase: ChangeRecords,
    execute: (records, call, { record_id, expected_version, metadata = {} }) =>
      records.execute('record.update', call, record_id, { metadata, expected_version }),
  }),
};
