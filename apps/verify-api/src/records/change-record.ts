import { Injectable } from '@nestjs/common';
import {
  ServiceError,
  type AmendRecord,
  type Change,
  type SupersedeRecord,
  type UpdateRecord,
} from '@service/contracts';
import { normalMoment } from '../interface/inputs/members.js';
import { MetadataReader } from '../lists/metadata-reader.js';
import type { Call } from '../interface/call.js';
import { CommandSender } from '../owners/command-sender.js';
import { GatewayViews } from '../views/gateway-views.js';
import { RecordReader } from '../views/records/record-reader.js';
import { contentDigestOf } from './content-digest.js';
import { shownRecord, type ShownRecord } from './shown-record.js';
import type { AmendBody } from './record.bodies.js';

interface Changes {
  'record.update': UpdateRecord;
  'record.amend': AmendRecord;
  'record.suspend': Change;
  'record.reinstate': Change;
  'record.supersede': SupersedeRecord;
  'record.revoke': Change;
}

/** Sends a transition of a record of the caller's project, or a change of its metadata. */
@Injectable()
export class ChangeRecord {
  constructor(
    private readonly commands: CommandSender,
    private readonly records: RecordReader,
    private readonly views: GatewayViews,
    private readonly metadata: MetadataReader,
  ) {}

  /** @throws ServiceError `record.not_found`, and the errors of the record's owner. */
  async execute<Type extends keyof Changes>(
    type: Type,
    call: Call,
    id: string,
    payload: Changes[Type],
  ): Promise<ShownRecord> {
    const authority = this.views.ownWrites.authorityOf(call, id) ?? (await this.authorityOf(call, id));
    const changed = await this.commands.send(type, call, id, payload, [authority]);
    return this.metadata.show('record_store', shownRecord(changed));
  }

  private async authorityOf(call: Call, id: string): Promise<string> {
    const record = await this.records.findFor(call, id);
    if (record !== null) return record.snapshot.authority_id;
    // A record in a stale view can be changed, but a stale view cannot prove that a record does not exist.
    this.views.freshness.records.require();
    throw new ServiceError('record.not_found');
  }

  /** A successor that the caller cannot reach is treated as missing. */
  supersede(
    call: Call,
    id: string,
    supersession: Omit<SupersedeRecord, 'authorities'>,
  ): Promise<ShownRecord> {
    const authorities = call.authorities && [...call.authorities];
    return this.execute('record.supersede', call, id, { ...supersession, authorities });
  }

  /** Members that the body leaves out stay as they are. */
  amend(call: Call, id: string, body: AmendBody, expectedVersion: number | null): Promise<ShownRecord> {
    const { reason, origin, expires_at, issuer_signature = null } = body;
    return this.execute('record.amend', call, id, {
      reason,
      expected_version: expectedVersion,
      content_digest: contentDigestOf(body),
      issuer_signature,
      ...(origin === undefined ? {} : { origin }),
      ...(expires_at === undefined ? {} : { expires_at: expires_at && normalMoment(expires_at) }),
    });
  }
}
