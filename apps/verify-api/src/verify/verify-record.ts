import { Injectable } from '@nestjs/common';
import type { Call } from '../operations/call.js';
import { GatewayViews } from '../views/gateway-views.js';
import type { Envelope } from './envelope.js';
import { EVIDENCE_PARTS } from './render-envelope.js';
import { verifyRequestDigest } from './request-digest.js';
import type { VerifyBody } from './verify.bodies.js';
import { VerifyRecords } from './verify-records.js';

/** What verifying knows of its caller: less than others, for it is made for each request of the hot route. */
export type VerifyCall = Pick<Call, 'requestId' | 'requestContext' | 'preferences'>;

/** Answers whether a record is good, with the evidence, and binds the answer to its request. */
@Injectable()
export class VerifyRecord {
  constructor(
    private readonly verifyRecords: VerifyRecords,
    private readonly views: GatewayViews,
  ) {}

  /**
   * The envelope as JSON in its JCS form. It is a promise only where something must be waited for or read first.
   * @param now when the request came in.
   * @throws ServiceError `record.not_found`, `service.unavailable`, and `request.invalid` for an invalid nonce.
   */
  execute(call: VerifyCall, body: VerifyBody, now = new Date()): string | Promise<string> {
    const nonce = call.preferences.nonce();
    const seconds = call.preferences.wait();
    if (seconds === 0) return this.verify(call, body, nonce, now);
    return this.verifyRecords
      .awaitReceipts(call.requestContext.caller, [body.record_id], seconds)
      .then(() => this.verify(call, body, nonce, new Date()));
  }

  private verify(
    { requestContext, requestId }: VerifyCall,
    body: VerifyBody,
    nonce: string | null,
    now: Date,
  ): string | Promise<string> {
    // Before anything is read: later reads may be newer than the position, never older.
    const asOf = this.views.heads.require();
    const asked = { record_id: body.record_id, evidence_scope: body.evidence_scope ?? EVIDENCE_PARTS };
    const envelope = this.verifyRecords.verify(requestContext.caller, asked, requestId, now, asOf);
    const bind = (answered: Envelope): string => {
      const binding = { request: verifyRequestDigest(body), nonce, answer: answered.digest() };
      requestContext.evidence = { asOf, binding };
      return answered.text;
    };
    return envelope instanceof Promise ? envelope.then(bind) : bind(envelope);
  }
}
