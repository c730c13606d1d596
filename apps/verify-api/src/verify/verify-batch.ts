import { Injectable } from '@nestjs/common';
import { ServiceError } from '@service/contracts';
import { canonicalJson } from '@service/evidence';
import { settleEach } from '../owners/settle-each.js';
import { FailureLog } from '../infrastructure/failure-log.js';
import { distinctIds } from '../admission/asked-ids.js';
import type { Call } from '../interface/call.js';
import { Envelope } from './envelope.js';
import { FindSubjects, idsOf } from './find-subjects.js';
import type { FoundSubject } from './found-subject.js';
import { EVIDENCE_PARTS } from './render-envelope.js';
import { batchRequestDigest } from './request-digest.js';
import type { VerifyBatchBody } from './verify.bodies.js';
import { VerifyRecords } from './verify-records.js';

/** Answers whether each of many records is good, as of one position of the log. */
@Injectable()
export class VerifyBatch {
  constructor(
    private readonly verifyRecords: VerifyRecords,
    private readonly findSubjects: FindSubjects,
    private readonly failures: FailureLog,
  ) {}

  /**
   * One envelope or error for each record, in order, as JSON in its JCS form.
   * @throws ServiceError `service.unavailable`, and `request.invalid` for an invalid nonce.
   */
  async execute(call: Call, { records }: VerifyBatchBody): Promise<string> {
    const nonce = call.preferences.nonce();
    const seconds = call.preferences.wait();
    const { subjects, asOf } = await this.findSubjects.execute(call, records, seconds);
    call.requestContext.subjects = distinctIds([...idsOf(subjects), ...call.requestContext.subjects]);
    const now = new Date();
    const { data } = await settleEach(records, call, this.failures, (record, index) => {
      const subject = subjects[index] as FoundSubject | ServiceError;
      if (subject instanceof ServiceError) throw subject;
      const { recordId, lookup } = subject;
      const asked = { record_id: recordId, lookup, evidence_scope: record.evidence_scope ?? EVIDENCE_PARTS };
      return this.verifyRecords.verify(call, asked, call.requestId, now, asOf);
    });
    const binding = { request: batchRequestDigest(records), nonce, answer: null };
    call.requestContext.evidence = { asOf, binding };
    // Envelopes are already canonical text, so they are joined as they are.
    return `{"data":[${data.map((each) => (each instanceof Envelope ? each.text : canonicalJson(each))).join(',')}]}`;
  }
}
