import { Injectable } from '@nestjs/common';
import { ServiceError, newId, type RecordSnapshot, type RegisterRecord } from '@service/contracts';
import type { Caller } from '../authentication/caller.js';
import { reaches } from '../views/asking-caller.js';
import type { Call } from '../operations/call.js';
import { settleEach } from '../http/batch.js';
import { FailureLog } from '../http/failure-log.js';
import { CommandSender, type CommandSource } from '../http/command-sender.js';
import { SerialByKey } from '@service/platform/batching';
import { normalMoment } from '../inputs/members.js';
import { RecordReader } from '../views/records/record-reader.js';
import { contentDigestOf } from './content-digest.js';
import { shownRecord } from './list-records.js';
import type { RegisterBody } from './record.bodies.js';

/** On whose behalf records are registered, and of which authorities. */
type RegisteringSource = CommandSource & Pick<Caller, 'authorities'>;

/** Registers records under ids that are made here. */
@Injectable()
export class RegisterRecords {
  constructor(
    private readonly commands: CommandSender,
    private readonly records: RecordReader,
    private readonly failures: FailureLog,
  ) {}

  /** @throws ServiceError `authority.not_found`, `authority.not_active`, `record.already_exists`. */
  async execute(
    source: RegisteringSource,
    body: RegisterBody,
    id = newId('record'),
  ): Promise<RecordSnapshot> {
    const payload: RegisterRecord = {
      authority_id: body.authority_id,
      origin: body.origin,
      content_digest: contentDigestOf(body),
      external_id: body.external_id ?? null,
      expires_at: body.expires_at == null ? null : normalMoment(body.expires_at),
      issuer_signature: body.issuer_signature ?? null,
    };
    // One that is missing is none of these either, and is refused here as well: nothing tells the two apart.
    if (!reaches(source, body.authority_id)) throw new ServiceError('authority.not_found');
    try {
      const names = [body.authority_id];
      return shownRecord(await this.commands.send('record.register', source, id, payload, names));
    } catch (error) {
      throw await this.withoutUnreached(source, error);
    }
  }

  /** One result or error for each, in order: of two with the same external_id, the first is registered. */
  executeEach(call: Call, bodies: readonly RegisterBody[]) {
    const order = new SerialByKey();
    return settleEach(bodies, call, this.failures, (body, index) => {
      const idempotency = call.idempotency?.part(String(index)) ?? null;
      const register = () => this.execute({ ...call, idempotency }, body);
      return body.external_id == null ? register() : order.run(body.external_id, register);
    });
  }

  /**
   * That the name is taken must be said, for it is unique in the project; by which record, a caller who does not
   * reach it is not told.
   */
  private async withoutUnreached(source: RegisteringSource, error: unknown): Promise<unknown> {
    if (source.authorities === null || !(error instanceof ServiceError)) return error;
    const { existing_id, ...others } = error.extras;
    if (existing_id === undefined) return error;
    const existing = await this.records.findFor(source, existing_id);
    return existing === null ? new ServiceError(error.code, others) : error;
  }
}
