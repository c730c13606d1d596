import { identified } from '../operations/identified-input.js';
import { defineOperation } from '../operations/operation.js';
import { ReadEvidence } from './read-evidence.js';

/** Operations on the evidence of records. */
export const evidenceOperations = {
  read: defineOperation({
    name: 'record.evidence',
    access: 'verify',
    kind: 'verify',
    summary: 'Read all evidence of a record as one document, which can be verified offline',
    input: identified('record_id'),
    answer: 'EvidenceBundle',
    proves: 'signed position within',
    fails: ['record.not_found'],
    useCase: ReadEvidence,
    execute: (evidence, call, { record_id }) => evidence.execute(call, record_id),
    subjectsOf: ({ record_id }) => [record_id],
  }),
};
