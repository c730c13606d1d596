import { identified } from '../interface/identified-input.js';
import { defineOperation } from '../interface/operation.js';
import { NumberMember } from '../interface/inputs/members.js';
import { ReadEvidence } from './read-evidence.js';

/** Query parameters of a bundle. */
class EvidenceQuery {
  @NumberMember(
    'Size of a checkpoint that you stored earlier. The bundle then proves, in `earlier`, that the log of that checkpoint is the beginning of this one.',
    { min: 0, max: Number.MAX_SAFE_INTEGER, optional: true },
  )
  from?: number;
}

/** Operations on the evidence of records. */
export const evidenceOperations = {
  read: defineOperation({
    name: 'records.evidence',
    http: 'GET /v1/records/:id/evidence',
    access: 'verify',
    summary: 'Read all evidence of a record as one document, which can be verified offline',
    input: identified('record_id', EvidenceQuery),
    answer: 'EvidenceBundle',
    caching: 'no-store',
    proves: 'signed position within',
    fails: ['record.not_found'],
    useCase: ReadEvidence,
    execute: (evidence, call, { record_id, from }) => evidence.execute(call, record_id, from ?? null),
  }),
};
