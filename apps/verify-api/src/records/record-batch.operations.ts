import type { ErrorCode } from '@service/contracts';
import { askedIds } from '../admission/asked-ids.js';
import { defineOperation } from '../interface/operation.js';
import { AmendBatchBody, ReasonBatchBody, SupersedeBatchBody } from './change-batch.bodies.js';
import { ChangeRecords } from './change-records.js';

const TOO_LARGE: readonly ErrorCode[] = ['request.batch_too_large'];

const transition = {
  access: 'write',
  kind: 'write',
  answer: 'RecordBatch',
  fails: TOO_LARGE,
  useCase: ChangeRecords,
  itemsOf: ({ records }: { records: readonly object[] }) => records.length,
  subjectsOf: (body: object) => askedIds(body),
} as const;

/** Transitions of many records. */
export const recordBatchOperations = {
  amend: defineOperation({
    ...transition,
    name: 'record.amend_batch',
    http: 'POST /v1/records/batch/amend',
    takes: 'body',
    stepUp: true,
    summary: 'Change what up to 100 records say; one result or error for each, in order',
    input: AmendBatchBody,
    execute: (changing, call, { records }) => changing.amend(call, records),
  }),

  suspend: defineOperation({
    ...transition,
    name: 'record.suspend_batch',
    http: 'POST /v1/records/batch/suspend',
    takes: 'body',
    stepUp: true,
    summary: 'Suspend up to 100 records; one result or error for each, in order',
    input: ReasonBatchBody,
    execute: (changing, call, { records }) => changing.execute('record.suspend', call, records),
  }),

  reinstate: defineOperation({
    ...transition,
    name: 'record.reinstate_batch',
    http: 'POST /v1/records/batch/reinstate',
    takes: 'body',
    stepUp: true,
    summary: 'Reinstate up to 100 suspended records; one result or error for each, in order',
    input: ReasonBatchBody,
    execute: (changing, call, { records }) => changing.execute('record.reinstate', call, records),
  }),

  supersede: defineOperation({
    ...transition,
    name: 'record.supersede_batch',
    http: 'POST /v1/records/batch/supersede',
    takes: 'body',
    stepUp: true,
    summary: 'Put other records in the place of up to 100; one result or error for each, in order',
    input: SupersedeBatchBody,
    execute: (changing, call, { records }) => changing.supersede(call, records),
  }),

  revoke: defineOperation({
    ...transition,
    name: 'record.revoke_batch',
    http: 'POST /v1/records/batch/revoke',
    takes: 'body',
    stepUp: true,
    summary: 'Revoke up to 100 records, which is final; one result or error for each, in order',
    input: ReasonBatchBody,
    execute: (changing, call, { records }) => changing.execute('record.revoke', call, records),
  }),
};
