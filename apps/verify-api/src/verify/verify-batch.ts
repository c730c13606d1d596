import { Injectable } from '@nestjs/common';
import { canonicalJson } from '@service/evidence';
import { settleEach } from '../use-cases/settle-each.js';
import { FailureLog } from '../infrastructure/failure-log.js';
import { InvalidItem } from '../inputs/invalid-item.js';
import type { Call } from '../operations/call.js';
import { GatewayViews } from '../views/gateway-views.js';
import { Envelope } from './envelope.js';
import { EVIDENCE_PARTS } from './render-envelope.js';
import { batchRequestDigest } from './request-digest.js';
import type { VerifyBatchBody } from './verify.bodies.js';
import { VerifyRecords } from './verify-records.js';

/** Answers whether each of many records is good, as of one position of the log. */
@Injectable()
export class VerifyBatch {
  constructor(
    private readonly verifyRecords: VerifyRecords,
    private readonly views: GatewayViews,
    private readonly failures: FailureLog,
  ) {}

  /**
   * One envelope or error for each record, in order, as JSON in its JCS form.
   * @throws ServiceError `service.unavailable`, and `request.invalid` for an invalid nonce.
   */
  async execute(call: Call, { records }: VerifyBatchBody): Promise<string> {
    const nonce = call.preferences.nonce();
    const seconds = call.preferences.wait();
    if (seconds > 0) {
      const ids = records.flatMap((record) => (record instanceof InvalidItem ? [] : [record.record_id]));
      await this.verifyRecords.awaitReceipts(call, ids, seconds);
    }
    const now = new Date();
    const asOf = this.views.heads.require();
    const { data } = await settleEach(records, call, this.failures, (record) =>
      this.verifyRecords.verify(
        call,
        { record_id: record.record_id, evidence_scope: record.evidence_scope ?? EVIDENCE_PARTS },
        call.requestId,
        now,
        asOf,
      ),
    );
    const binding = { request: batchRequestDigest(records), nonce, answer: null };
    call.requestContext.evidence = { asOf, binding };
    // Envelopes are already canonical text, so they are joined as they are.
    return `{"data":[${data.map((each) => (each instanceof Envelope ? each.text : canonicalJson(each))).join(',')}]}`;
  }
}
