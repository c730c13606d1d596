import type { BatchItem } from '../interface/inputs/invalid-item.js';
import { BatchMember } from '../interface/inputs/members.js';

export class RetryBatchBody {
  @BatchMember('id')
  delivery_ids!: BatchItem<string>[];
}
