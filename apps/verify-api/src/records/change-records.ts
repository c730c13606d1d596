import { Injectable } from '@nestjs/common';
import { invalidRequest } from '@service/contracts';
import { FailureLog } from '../infrastructure/failure-log.js';
import { InvalidItem, type BatchItem } from '../interface/inputs/invalid-item.js';
import { memberPath } from '../interface/inputs/member-path.js';
import type { Call } from '../interface/call.js';
import type { ErrorBody } from '../admission/error-body.js';
import { settleEach } from '../owners/settle-each.js';
import type { AmendItem, ChangeItem, ReasonItem, SupersedeItem } from './change-batch.bodies.js';
import { ChangeRecord } from './change-record.js';
import type { ShownRecord } from './shown-record.js';

type PlainChange = 'record.suspend' | 'record.reinstate' | 'record.revoke';

/** One result or error for each item, in order. */
type Changed = Promise<{ data: (ShownRecord | ErrorBody)[] }>;

/** Sends the same transition of many records, each by a command of its own: they are sent together, and can fail apart. */
@Injectable()
export class ChangeRecords {
  constructor(
    private readonly changeRecord: ChangeRecord,
    private readonly failures: FailureLog,
  ) {}

  /** @throws ServiceError `request.invalid` for a batch that names a record twice. */
  execute(type: PlainChange, call: Call, items: readonly BatchItem<ReasonItem>[]): Changed {
    return this.changeEach(call, items, (each, { record_id, reason, version = null }) =>
      this.changeRecord.execute(type, each, record_id, { reason, expected_version: version }),
    );
  }

  /** @throws ServiceError `request.invalid` for a batch that names a record twice. */
  supersede(call: Call, items: readonly BatchItem<SupersedeItem>[]): Changed {
    return this.changeEach(call, items, (each, { record_id, version = null, reason, successor_id }) =>
      this.changeRecord.supersede(each, record_id, { reason, successor_id, expected_version: version }),
    );
  }

  /** @throws ServiceError `request.invalid` for a batch that names a record twice. */
  amend(call: Call, items: readonly BatchItem<AmendItem>[]): Changed {
    return this.changeEach(call, items, (each, { record_id, version = null, ...body }) =>
      this.changeRecord.amend(each, record_id, body, version),
    );
  }

  private async changeEach<Item extends ChangeItem>(
    call: Call,
    items: readonly BatchItem<Item>[],
    change: (call: Call, item: Item) => Promise<ShownRecord>,
  ): Changed {
    requireDistinct(items);
    return settleEach(items, call, this.failures, (item, index) =>
      change({ ...call, idempotency: call.idempotency?.part(String(index)) ?? null }, item),
    );
  }
}

/** Of two changes of one record, which would come first is not defined. */
function requireDistinct(items: readonly BatchItem<ChangeItem>[]): void {
  const known = new Set<string>();
  for (const [index, item] of items.entries()) {
    if (item instanceof InvalidItem) continue;
    if (known.has(item.record_id)) {
      const path = memberPath(memberPath('records', String(index), true), 'record_id', false);
      throw invalidRequest(path, 'must not name a record that an earlier item names');
    }
    known.add(item.record_id);
  }
}
