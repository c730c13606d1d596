import { Injectable } from '@nestjs/common';
import { ServiceError, invalidRequest, type CommandPayload, type CommandTypeOf } from '@service/contracts';
import type { ErrorBody } from '../admission/error-body.js';
import { FailureLog } from '../infrastructure/failure-log.js';
import type { Call } from '../interface/call.js';
import { InvalidItem, type BatchItem } from '../interface/inputs/invalid-item.js';
import { memberPath } from '../interface/inputs/member-path.js';
import { MetadataReader } from '../lists/metadata-reader.js';
import { CommandSender } from '../owners/command-sender.js';
import { settleEach } from '../owners/settle-each.js';
import { GatewayViews } from '../views/gateway-views.js';
import { RecordReader } from '../views/records/record-reader.js';
import { shownRecord, type ShownRecord } from './shown-record.js';

type RecordChange = Exclude<CommandTypeOf<'record'>, 'record.register'>;

/** Sends transitions of records of the caller's project, and changes of their metadata. */
@Injectable()
export class ChangeRecords {
  constructor(
    private readonly commands: CommandSender,
    private readonly records: RecordReader,
    private readonly views: GatewayViews,
    private readonly metadata: MetadataReader,
    private readonly failures: FailureLog,
  ) {}

  /** @throws ServiceError `record.not_found`, and the errors of the record's owner. */
  async execute<Type extends RecordChange>(
    type: Type,
    call: Call,
    id: string,
    payload: CommandPayload<Type>,
  ): Promise<ShownRecord> {
    const authority = this.views.ownWrites.authorityOf(call, id) ?? (await this.authorityOf(call, id));
    const changed = await this.commands.send(type, call, id, payload, [authority]);
    return this.metadata.show('record_store', shownRecord(changed));
  }

  /**
   * Changes many records in one way, each by its own command; they are sent together, and can fail alone.
   * @returns one result or error for each item, in order.
   * @throws ServiceError `request.invalid` for a batch that names a record twice.
   */
  async executeEach<Type extends RecordChange, Item extends { record_id: string }>(
    type: Type,
    call: Call,
    items: readonly BatchItem<Item>[],
    payloadOf: (item: Item) => CommandPayload<Type>,
  ): Promise<{ data: (ShownRecord | ErrorBody)[] }> {
    requireDistinct(items);
    return settleEach(items, call, this.failures, (item, _, place) => {
      const idempotency = call.idempotency?.part(place) ?? null;
      return this.execute(type, { ...call, idempotency }, item.record_id, payloadOf(item));
    });
  }

  private async authorityOf(call: Call, id: string): Promise<string> {
    const record = await this.records.findFor(call, id);
    if (record !== null) return record.snapshot.authority_id;
    // A record in a stale view can be changed, but a stale view cannot prove that a record does not exist.
    this.views.freshness.records.require();
    throw new ServiceError('record.not_found');
  }
}

/** Two changes of one record in a batch would have no defined order. */
function requireDistinct(items: readonly BatchItem<{ record_id: string }>[]): void {
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
