import { Injectable } from '@nestjs/common';
import { newId, type RecordSnapshot, type RegisterRecord } from '@service/contracts';
import type { RequestSource } from '../http/access.js';
import { settleEach } from '../http/batch.js';
import { CommandSender, type CommandSource } from '../http/command-sender.js';
import { SerialByKey } from '@service/platform';
import { normalMoment } from '../documentation/members.js';
import { contentDigestOf } from './content-digest.js';
import { shownRecord } from './list-records.js';
import type { RegisterBody } from './record.bodies.js';

/** Registers records under ids that are made here. */
@Injectable()
export class RegisterRecords {
  constructor(private readonly commands: CommandSender) {}

  /** @throws ServiceError `authority.not_found`, `authority.not_active`, `record.already_exists`. */
  async execute(source: CommandSource, body: RegisterBody, id = newId('record')): Promise<RecordSnapshot> {
    const payload: RegisterRecord = {
      authority_id: body.authority_id,
      origin: body.origin,
      content_digest: contentDigestOf(body),
      external_id: body.external_id ?? null,
      expires_at: body.expires_at == null ? null : normalMoment(body.expires_at),
    };
    return shownRecord(await this.commands.send('record.register', source, id, payload, [body.authority_id]));
  }

  /** One result or error for each, in order: of two with the same external_id, the first is registered. */
  executeEach(source: RequestSource, bodies: readonly RegisterBody[]) {
    const order = new SerialByKey();
    return settleEach(bodies, source.requestId, (body, index) => {
      const idempotency = source.idempotency?.part(String(index)) ?? null;
      const register = () => this.execute({ ...source, idempotency }, body);
      return body.external_id == null ? register() : order.run(body.external_id, register);
    });
  }
}
