import { askedIds } from '../admission/asked-ids.js';
import { defineOperation } from '../interface/operation.js';
import { VerifyBatch } from './verify-batch.js';
import { VerifyBatchBody, VerifyBody, VERIFY_PATH } from './verify.bodies.js';
import { VerifyRecord } from './verify-record.js';

const common = { access: 'verify', proves: 'signed position' } as const;

/** Operations that answer whether records are good. */
export const verifyOperations = {
  verify: defineOperation({
    ...common,
    name: 'records.verify',
    http: `POST ${VERIFY_PATH}`,
    summary: 'Verify a record, with the evidence',
    input: VerifyBody,
    answer: 'Verification',
    fails: ['record.not_found', 'record.too_many_matches'],
    useCase: VerifyRecord,
    execute: (verifying, call, body) => verifying.execute(call, body),
    subjectsOf: ({ record_id }) => (record_id === undefined ? [] : [record_id]),
  }),

  verifyBatch: defineOperation({
    ...common,
    name: 'records.verify_batch',
    http: 'POST /v1/records/verify/batch',
    summary: 'Verify up to 100 records; one envelope or error for each, in order',
    input: VerifyBatchBody,
    answer: 'VerificationBatch',
    fails: ['request.batch_too_large'],
    useCase: VerifyBatch,
    execute: (verifying, call, body) => verifying.execute(call, body),
    itemsOf: ({ records }) => records.length,
    // The use case adds the records that were looked up.
    subjectsOf: (body, answer) => (answer === null ? askedIds(body) : []),
  }),
};
