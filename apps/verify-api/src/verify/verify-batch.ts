import { Injectable } from '@nestjs/common';
import { agreedDate, ServiceError } from '@service/contracts';
import { canonicalJson } from '@service/evidence';
import { settleEach } from '../owners/settle-each.js';
import { FailureLog } from '../infrastructure/failure-log.js';
import { RenderTurns } from '../infrastructure/render-turns.js';
import { Admission } from '../admission/admission.js';
import { distinctIds } from '../admission/asked-ids.js';
import type { Call } from '../interface/call.js';
import { Envelope, EVIDENCE_PARTS } from './render-envelope.js';
import { FindSubjects, idsOf } from './find-subjects.js';
import type { FoundSubject } from './found-subject.js';
import { batchRequestDigest, type VerifyBatchBody } from './verify.bodies.js';
import { VerifyRecords } from './verify-records.js';

/** Answers whether each of many records is good, as of one position of the log. */
@Injectable()
export class VerifyBatch {
  constructor(
    private readonly verifyRecords: VerifyRecords,
    private readonly findSubjects: FindSubjects,
    private readonly failures: FailureLog,
    private readonly turns: RenderTurns,
    private readonly admission: Admission,
  ) {}

  /**
   * One envelope or error for each record, in order, as JSON in its JCS form.
   * @throws ServiceError `service.unavailable`, and `request.invalid` for an invalid nonce.
   */
  async execute(call: Call, { records }: VerifyBatchBody): Promise<string> {
    const nonce = call.preferences.nonce();
    const seconds = call.preferences.wait();
    const { subjects, asOf } = await this.findSubjects.execute(call.requestContext, records, seconds);
    call.requestContext.subjects = distinctIds([...idsOf(subjects), ...call.requestContext.subjects]);
    // A record that stands there twice is rendered once.
    const rendered = new Map<string, Promise<Envelope>>();
    const { data } = await settleEach(records, call, this.failures, (record, index) => {
      const subject = subjects[index] as FoundSubject | ServiceError;
      if (subject instanceof ServiceError) throw subject;
      const { recordId, lookup } = subject;
      const asked = { record_id: recordId, lookup, evidence_scope: record.evidence_scope ?? EVIDENCE_PARTS };
      const key = JSON.stringify(asked);
      let envelope = rendered.get(key);
      if (envelope === undefined) {
        // By the moment of its turn, which may come late: what is read then may be newer, or have ended.
        const render = () => this.verifyRecords.verify(call, asked, call.requestId, agreedDate(), asOf);
        rendered.set(key, (envelope = this.turns.run(call.projectId, render)));
      }
      return envelope;
    });
    // Each item is charged, whether or not it was rendered for another one: its elements are answered again.
    const price = data.reduce((sum, each) => sum + (each instanceof Envelope ? each.price : 0), 0);
    this.admission.charge(call.requestContext, price);
    const binding = { request: batchRequestDigest(records), nonce, answer: null };
    call.requestContext.evidence = { asOf, binding };
    // Envelopes are already canonical text, so they are joined as they are.
    return `{"data":[${data.map((each) => (each instanceof Envelope ? each.text : canonicalJson(each))).join(',')}]}`;
  }
}
