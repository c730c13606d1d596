import type { BatchItem } from '../interface/inputs/invalid-item.js';
import { BatchMember, IntegerMember, TextMember } from '../interface/inputs/members.js';
import { ReasonBody } from '../interface/inputs/reason.body.js';
import { NEWEST_VERSION } from '../interface/identified-input.js';
import { AmendBody, SupersedeBody } from './record.bodies.js';

const RECORD = { description: 'The record to change. It may be in a batch once.' };
const VERSION = {
  description: 'The version to change, as `If-Match`: if there is a newer one, the record is not changed.',
  min: 1,
  max: NEWEST_VERSION,
  optional: true,
};

/** What an item of a batch has besides the body of the same change of one record. */
export interface ChangeItem {
  record_id: string;
  version?: number;
}

export class ReasonItem extends ReasonBody implements ChangeItem {
  @TextMember(RECORD)
  record_id!: string;

  @IntegerMember(VERSION)
  version?: number;
}

export class SupersedeItem extends SupersedeBody implements ChangeItem {
  @TextMember(RECORD)
  record_id!: string;

  @IntegerMember(VERSION)
  version?: number;
}

export class AmendItem extends AmendBody implements ChangeItem {
  @TextMember(RECORD)
  record_id!: string;

  @IntegerMember(VERSION)
  version?: number;
}

export class ReasonBatchBody {
  @BatchMember(ReasonItem, 100)
  records!: BatchItem<ReasonItem>[];
}

export class SupersedeBatchBody {
  @BatchMember(SupersedeItem, 100)
  records!: BatchItem<SupersedeItem>[];
}

export class AmendBatchBody {
  @BatchMember(AmendItem, 100)
  records!: BatchItem<AmendItem>[];
}
