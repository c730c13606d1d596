import { Injectable } from '@nestjs/common';
import { ServiceError } from '@service/contracts';
import type { RecordElement, RecordElementContent } from '@service/evidence';
import type { Answer } from '../interface/schemas/schemas.js';
import type { Call } from '../interface/call.js';
import { Cursors } from '../interface/inputs/cursors.js';
import type { PageQuery } from '../interface/inputs/pagination.js';
import { historyPage } from '../lists/element-history.js';
import { MetadataReader } from '../lists/metadata-reader.js';
import { GatewayViews } from '../views/gateway-views.js';
import type { StoredRecord } from '../views/records/stored-record.js';
import { RecordReader } from '../views/records/record-reader.js';
import { shownRecord, type ShownRecord } from './shown-record.js';

/** Reads one record of a project, and its history. */
@Injectable()
export class ReadRecord {
  constructor(
    private readonly records: RecordReader,
    private readonly views: GatewayViews,
    private readonly cursors: Cursors,
    private readonly metadata: MetadataReader,
  ) {}

  /** @throws ServiceError `record.not_found`, `service.unavailable` while the view is too far behind. */
  async execute(call: Call, id: string): Promise<ShownRecord> {
    return this.metadata.show('record_store', shownRecord((await this.find(call, id)).snapshot));
  }

  /** All elements, oldest first, with the reasons that are stored beside them. */
  async history(call: Call, id: string, query: PageQuery): Promise<Answer<'RecordHistory'>> {
    const record = await this.find(call, id);
    const cursors = this.cursors.of(`records.history/${id}`, call.projectId, query);
    return historyPage<RecordElementContent, RecordElement>(cursors, query, record.chain, (sequences) =>
      sequences.map((sequence) => ({ sequence, ...reasonAt(record, sequence) })),
    );
  }

  private async find(call: Call, id: string): Promise<StoredRecord> {
    const asOf = await this.views.heads.current();
    // Checked after the wait, because the row is read now.
    this.views.freshness.records.require();
    const record = await this.records.findFor(call, id, asOf.within);
    if (record === null) throw new ServiceError('record.not_found');
    call.requestContext.evidence = { asOf, binding: null };
    return record;
  }
}

function reasonAt({ elements }: StoredRecord, sequence: number) {
  const { reason = null, salt = null } = elements[sequence - 1] ?? {};
  return { reason, salt };
}
