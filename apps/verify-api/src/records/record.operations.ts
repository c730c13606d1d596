import { invalidRequest } from '@service/contracts';
import { PageQuery } from '../interface/inputs/pagination.js';
import { requireMember } from '../interface/inputs/require-member.js';
import { change, identified } from '../interface/identified-input.js';
import { defineOperation } from '../interface/operation.js';
import { ChangeRecords } from './change-records.js';
import { ListRecords } from './list-records.js';
import { ReadRecord } from './read-record.js';
import {
  ExportRecordsQuery,
  RecordQuery,
  RegisterBatchBody,
  RegisterBody,
  UpdateRecordBody,
} from './record.bodies.js';
import { RecordVerdicts } from './record-verdicts.js';
import { RegisterRecords } from './register-records.js';

const theRecord = ({ record_id }: { record_id: string }) => [record_id];

/** Runs in place of the list if NDJSON or CSV is asked for. */
const exportRecords = defineOperation({
  name: 'records.export',
  access: 'read',
  kind: 'read',
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
    name: 'records.register',
    http: 'POST /v1/records',
    status: 201,
    takes: 'body',
    stepUp: true,
    access: 'write',
    kind: 'write',
    summary: 'Register a record',
    input: RegisterBody,
    answer: 'Record',
    fails: [
      'authority.not_found',
      'authority.not_active',
      'record.already_exists',
      'record.issuer_signature_invalid',
    ],
    useCase: RegisterRecords,
    execute: (records, call, body) => records.execute(call, body),
  }),

  registerBatch: defineOperation({
    name: 'records.register_batch',
    http: 'POST /v1/records/batch',
    takes: 'body',
    stepUp: true,
    access: 'write',
    kind: 'write',
    summary: 'Register up to 100 records; one result or error for each, in order',
    input: RegisterBatchBody,
    answer: 'RecordBatch',
    useCase: RegisterRecords,
    execute: (registering, call, { records }) => registering.executeEach(call, records),
    fails: ['request.batch_too_large'],
    itemsOf: ({ records }) => records.length,
    subjectsOf: (_, answer) => (answer?.data ?? []).flatMap((each) => ('id' in each ? [each.id] : [])),
  }),

  list: defineOperation({
    name: 'records.list',
    http: 'GET /v1/records',
    takes: 'query',
    exportedBy: exportRecords,
    access: 'read',
    kind: 'read',
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
    name: 'records.read',
    http: 'GET /v1/records/:id',
    access: 'read',
    kind: 'read',
    summary: 'Read a record',
    input: identified('record_id'),
    answer: 'Record',
    proves: 'position',
    fails: ['record.not_found', 'record.version_conflict'],
    useCase: ReadRecord,
    execute: (records, call, { record_id }) => records.execute(call, record_id),
    subjectsOf: theRecord,
  }),

  history: defineOperation({
    name: 'records.history',
    http: 'GET /v1/records/:id/history',
    takes: 'query',
    access: 'read',
    kind: 'read',
    summary: 'Read a record’s elements, oldest first',
    input: identified('record_id', PageQuery),
    answer: 'RecordHistory',
    proves: 'position',
    fails: ['record.not_found'],
    useCase: ReadRecord,
    execute: (records, call, { record_id, ...query }) => records.history(call, record_id, query),
    subjectsOf: theRecord,
  }),

  update: defineOperation({
    name: 'records.update',
    http: 'PATCH /v1/records/:id',
    takes: 'body',
    stepUp: false,
    access: 'write',
    kind: 'write',
    summary: 'Change a record’s metadata, and nothing that the record says',
    input: change('record_id', UpdateRecordBody),
    answer: 'Record',
    subjectsOf: theRecord,
    fails: ['record.not_found', 'record.version_conflict'],
    useCase: ChangeRecords,
    execute: (records, call, { record_id, expected_version, ...changes }) => {
      requireMember(changes, 'metadata');
      const { metadata = {} } = changes;
      return records.execute('record.update', call, record_id, { metadata, expected_version });
    },
  }),
};
