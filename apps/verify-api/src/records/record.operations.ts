import type { ErrorCode } from '@service/contracts';
import { PageQuery } from '../interface/inputs/pagination.js';
import { ReasonBody } from '../interface/inputs/reason.body.js';
import { requireMember } from '../interface/inputs/require-member.js';
import { change, identified } from '../interface/identified-input.js';
import { defineOperation } from '../interface/operation.js';
import { ChangeRecord } from './change-record.js';
import { ListRecords } from './list-records.js';
import { ReadRecord } from './read-record.js';
import {
  AmendBody,
  ExportRecordsQuery,
  RecordQuery,
  RegisterBatchBody,
  RegisterBody,
  SupersedeBody,
  UpdateRecordBody,
} from './record.bodies.js';
import { RegisterRecords } from './register-records.js';

const theRecord = ({ record_id }: { record_id: string }) => [record_id];

const transition = { access: 'write', kind: 'write', answer: 'Record', subjectsOf: theRecord } as const;
const TRANSITION_FAILS: readonly ErrorCode[] = [
  'record.not_found',
  'record.transition_not_allowed',
  'record.version_conflict',
];

/** What a list is asked for as NDJSON or CSV. */
const exportRecords = defineOperation({
  name: 'record.export',
  access: 'read',
  kind: 'read',
  summary: 'Export all records that match, newest first, as NDJSON or CSV',
  input: ExportRecordsQuery,
  answer: 'Record',
  useCase: ListRecords,
  execute: (records, call, { format, ...query }) => records.export(call, query, format),
});

/** Operations on records: registering, reading and their transitions. */
export const recordOperations = {
  register: defineOperation({
    name: 'record.register',
    http: 'POST /v1/records',
    status: 201,
    takes: 'body',
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
    name: 'record.register_batch',
    http: 'POST /v1/records/batch',
    takes: 'body',
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
    name: 'record.list',
    http: 'GET /v1/records',
    takes: 'query',
    exportedBy: exportRecords,
    access: 'read',
    kind: 'read',
    summary:
      'List records, newest first. As `application/x-ndjson` or `text/csv`, all that match, whatever `limit` is; the operation is then record.export',
    input: RecordQuery,
    answer: 'RecordPage',
    useCase: ListRecords,
    execute: (records, call, query) => records.execute(call, query),
  }),

  export: exportRecords,

  read: defineOperation({
    name: 'record.read',
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
    name: 'record.history',
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
    ...transition,
    name: 'record.update',
    http: 'PATCH /v1/records/:id',
    takes: 'body',
    summary: 'Change a record’s metadata, and nothing that the record says',
    input: change('record_id', UpdateRecordBody),
    fails: ['record.not_found', 'record.version_conflict'],
    useCase: ChangeRecord,
    execute: (records, call, { record_id, expected_version, ...changes }) => {
      requireMember(changes, 'metadata');
      const { metadata = {} } = changes;
      return records.execute('record.update', call, record_id, { metadata, expected_version });
    },
  }),

  amend: defineOperation({
    ...transition,
    name: 'record.amend',
    http: 'POST /v1/records/:id/amend',
    takes: 'body',
    stepUp: true,
    summary: 'Change what a record says',
    input: change('record_id', AmendBody),
    fails: [
      ...TRANSITION_FAILS,
      'authority.not_active',
      'record.history_full',
      'record.issuer_signature_invalid',
    ],
    useCase: ChangeRecord,
    execute: (records, call, { record_id, expected_version, ...body }) =>
      records.amend(call, record_id, body, expected_version),
  }),

  suspend: defineOperation({
    ...transition,
    name: 'record.suspend',
    http: 'POST /v1/records/:id/suspend',
    takes: 'body',
    stepUp: true,
    summary: 'Suspend a record',
    input: change('record_id', ReasonBody),
    fails: [...TRANSITION_FAILS, 'record.history_full'],
    useCase: ChangeRecord,
    execute: (records, call, { record_id, reason, expected_version }) =>
      records.execute('record.suspend', call, record_id, { reason, expected_version }),
  }),

  reinstate: defineOperation({
    ...transition,
    name: 'record.reinstate',
    http: 'POST /v1/records/:id/reinstate',
    takes: 'body',
    stepUp: true,
    summary: 'Reinstate a suspended record',
    input: change('record_id', ReasonBody),
    fails: [...TRANSITION_FAILS, 'authority.not_active', 'record.history_full'],
    useCase: ChangeRecord,
    execute: (records, call, { record_id, reason, expected_version }) =>
      records.execute('record.reinstate', call, record_id, { reason, expected_version }),
  }),

  supersede: defineOperation({
    ...transition,
    name: 'record.supersede',
    http: 'POST /v1/records/:id/supersede',
    takes: 'body',
    stepUp: true,
    summary: 'Put another record in the place of this one',
    input: change('record_id', SupersedeBody),
    fails: [...TRANSITION_FAILS, 'authority.not_active', 'record.history_full', 'record.successor_invalid'],
    useCase: ChangeRecord,
    execute: (records, call, { record_id, ...supersession }) =>
      records.supersede(call, record_id, supersession),
  }),

  revoke: defineOperation({
    ...transition,
    name: 'record.revoke',
    http: 'POST /v1/records/:id/revoke',
    takes: 'body',
    stepUp: true,
    summary: 'Revoke a record, which is final',
    input: change('record_id', ReasonBody),
    fails: TRANSITION_FAILS,
    useCase: ChangeRecord,
    execute: (records, call, { record_id, reason, expected_version }) =>
      records.execute('record.revoke', call, record_id, { reason, expected_version }),
  }),
};
