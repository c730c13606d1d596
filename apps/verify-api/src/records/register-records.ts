import { Injectable } from '@nestjs/common';
import {
  NO_METADATA,
  ServiceError,
  changeMetadata,
  newId,
  withMetadata,
  type RegisterRecord,
} from '@service/contracts';
import type { Caller } from '../admission/authentication/caller.js';
import { reaches } from '../views/asking-caller.js';
import type { Call } from '../interface/call.js';
import { settleEach } from '../owners/settle-each.js';
import { FailureLog } from '../infrastructure/failure-log.js';
import { CommandSender, type CommandSource } from '../owners/command-sender.js';
import { SerialByKey } from '@service/platform/batching';
import type { BatchItem } from '../interface/inputs/invalid-item.js';
import { RecordReader } from '../views/records/record-reader.js';
import { contentDigestOf, type RegisterBody } from './record.bodies.js';
import { shownRecord, type ShownRecord } from './shown-record.js';

/** The caller for whom records are registered, and the authorities that it may use. */
type RegisteringSource = CommandSource & Pick<Caller, 'authorities'>;

/** Registers records under ids that are generated here. */
@Injectable()
export class RegisterRecords {
  constructor(
    private readonly commands: CommandSender,
    private readonly records: RecordReader,
    private readonly failures: FailureLog,
  ) {}

  /** Returns one result or error for each, in order; of two with the same external_id, the first is registered. */
  async executeEach(call: Call, bodies: readonly BatchItem<RegisterBody>[]) {
    const order = new SerialByKey();
    return settleEach(bodies, call, this.failures, (body, _, place) => {
      const idempotency = call.idempotency?.part(place) ?? null;
      const register = () => this.register({ ...call, idempotency }, body);
      return body.external_id == null ? register() : order.run(body.external_id, register);
    });
  }

  /**
   * Registers a record.
   * @throws ServiceError `authority.not_found`, `authority.not_active`, `record.already_exists`.
   */
  async register(source: RegisteringSource, body: RegisterBody, id = newId('record')): Promise<ShownRecord> {
    const metadata = changeMetadata(NO_METADATA, body.metadata ?? {});
    const payload: RegisterRecord = {
      authority_id: body.authority_id,
      origin: body.origin,
      content_digest: contentDigestOf(body),
      external_id: body.external_id ?? null,
      expires_at: body.expires_at ?? null,
      issuer_signature: body.issuer_signature ?? null,
      ...(metadata === null ? {} : { metadata: metadata.metadata }),
    };
    // A missing authority gets the same error as one that the caller cannot reach.
    if (!reaches(source, body.authority_id)) throw new ServiceError('authority.not_found');
    try {
      const names = [body.authority_id];
      const registered = await this.commands.send('record.register', source, id, payload, names);
      return withMetadata(shownRecord(registered), metadata ?? NO_METADATA);
    } catch (error) {
      throw await this.withoutUnreached(source, error);
    }
  }

  /**
   * The error must say that the name is taken, because it is unique in the project; but it must not name a record that
   * the caller cannot reach.
   */
  private async withoutUnreached(source: RegisteringSource, error: unknown): Promise<unknown> {
    if (source.authorities === null || !(error instanceof ServiceError)) return error;
    const { existing_id, ...others } = error.extras;
    if (existing_id === undefined) return error;
    const existing = await this.records.findFor(source, existing_id);
    return existing === null ? new ServiceError(error.code, others) : error;
  }
}
