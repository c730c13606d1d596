import type { BatchItem } from '../inputs/invalid-item.js';
import { BatchMember, TextMember, TextsMember } from '../inputs/members.js';
import { EVIDENCE_PARTS, type EvidencePart } from './render-envelope.js';

export class VerifyBody {
  @TextMember({ description: 'The record to verify.', example: 'rec_example' })
  record_id!: string;

  @TextsMember({
    description: 'Evidence that the answer is to hold; all of it where this is left out.',
    choices: EVIDENCE_PARTS,
    maxItems: 3,
    optional: true,
  })
  evidence_scope?: EvidencePart[];
}

export class VerifyBatchBody {
  @BatchMember(VerifyBody, 100)
  records!: BatchItem<VerifyBody>[];
}
