import { Injectable } from '@nestjs/common';
import { agreedDate, ServiceError } from '@service/contracts';
import { Admission } from '../admission/admission.js';
import type { Call } from '../interface/call.js';
import { GatewayViews } from '../views/gateway-views.js';
import type { LogHead } from '../views/log-head.js';
import { type Envelope, EVIDENCE_PARTS } from './render-envelope.js';
import { FindSubjects } from './find-subjects.js';
import type { FoundSubject } from './found-subject.js';
import { namesRecord, verifyRequestDigest, type VerifyBody } from './verify.bodies.js';
import { VerifyRecords } from './verify-records.js';

/** What verifying needs of a call. */
export type VerifyCall = Pick<Call, 'requestId' | 'requestContext' | 'preferences'>;

/** Answers whether a record is good, with the evidence, and binds the answer to its request. */
@Injectable()
export class VerifyRecord {
  constructor(
    private readonly verifyRecords: VerifyRecords,
    private readonly findSubjects: FindSubjects,
    private readonly views: GatewayViews,
    private readonly admission: Admission,
  ) {}

  /**
   * The envelope as JSON in its JCS form. It is a promise only where something must be waited for or read first.
   * @param now when the request came in.
   * @throws ServiceError `record.not_found`, `record.too_many_matches`, `service.unavailable`, and `request.invalid` for
   * an invalid nonce or a body that names no record, or one in several ways.
   */
  execute(call: VerifyCall, body: VerifyBody, now = agreedDate()): string | Promise<string> {
    const nonce = call.preferences.nonce();
    const seconds = call.preferences.wait();
    if (seconds > 0 || !namesRecord(body)) return this.findAndVerify(call, body, nonce, seconds);
    // Taken first: what is read after it may be newer than the position, never older.
    const asOf = this.views.heads.current();
    const subject = { recordId: body.record_id, lookup: null };
    if (!(asOf instanceof Promise)) return this.verify(call, body, subject, nonce, now, asOf);
    return asOf.then((renewed) => this.verify(call, body, subject, nonce, agreedDate(), renewed));
  }

  private async findAndVerify(
    call: VerifyCall,
    body: VerifyBody,
    nonce: string | null,
    seconds: number,
  ): Promise<string> {
    const { requestContext } = call;
    const { subjects, asOf } = await this.findSubjects.execute(requestContext, [body], seconds);
    const subject = subjects[0] as FoundSubject | ServiceError;
    if (subject instanceof ServiceError) throw subject;
    requestContext.subjects = [subject.recordId];
    return this.verify(call, body, subject, nonce, agreedDate(), asOf);
  }

  private verify(
    { requestContext, requestId }: VerifyCall,
    body: VerifyBody,
    { recordId, lookup }: FoundSubject,
    nonce: string | null,
    now: Date,
    asOf: LogHead,
  ): string | Promise<string> {
    const asked = { record_id: recordId, lookup, evidence_scope: body.evidence_scope ?? EVIDENCE_PARTS };
    const envelope = this.verifyRecords.verify(requestContext.caller, asked, requestId, now, asOf);
    const bind = (answered: Envelope): string => {
      const binding = { request: verifyRequestDigest(body), nonce, answer: answered.digest() };
      requestContext.evidence = { asOf, binding };
      this.admission.charge(requestContext, answered.price);
      return answered.text;
    };
    return envelope instanceof Promise ? envelope.then(bind) : bind(envelope);
  }
}
