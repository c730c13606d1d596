import { Body, Controller, Header, HttpCode, Post, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { canonicalJson } from '@service/evidence';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Operation } from '../documentation/operation.js';
import { Source, type RequestSource } from '../http/access.js';
import { Admission } from '../http/admission.js';
import { settleEach } from '../http/batch.js';
import { FailureLog } from '../http/failure-log.js';
import { nonceOf } from '../http/nonce.js';
import { PREFERENCE_APPLIED, preferredWait, waitApplied } from '../http/prefer.js';
import { GatewayViews } from '../views/gateway-views.js';
import { Envelope } from './envelope.js';
import { EVIDENCE_PARTS } from './render-envelope.js';
import { batchRequestDigest } from './request-digest.js';
import { VerifyBatchBody } from './verify.bodies.js';
import { VerifyRecords } from './verify-records.js';

/** Verifies many records in one request; `verify.route.ts` verifies one. */
@ApiTags('verify')
@Controller('v1/records/verify/batch')
export class VerifyBatchController {
  constructor(
    private readonly verifyRecords: VerifyRecords,
    private readonly admission: Admission,
    private readonly views: GatewayViews,
    private readonly failures: FailureLog,
  ) {}

  @Post()
  @HttpCode(200)
  @Header('content-type', 'application/json; charset=utf-8')
  @Operation({
    name: 'record.verify_batch',
    access: 'verify',
    summary: 'Verify up to 100 records; one envelope or error for each, in order',
    answers: [200, 'VerificationBatch'],
    takes: 'body',
    proves: 'signed position',
  })
  async verify(
    @Body() body: VerifyBatchBody,
    @Source() source: RequestSource,
    @Req() { headers }: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    this.admission.countItems(source.exchange, body.records.length);
    const nonce = nonceOf(headers);
    const seconds = preferredWait(headers);
    if (seconds > 0) {
      void reply.header(PREFERENCE_APPLIED, waitApplied(seconds));
      const ids = body.records.map(({ record_id }) => record_id);
      await this.verifyRecords.awaitReceipts(source, ids, seconds);
    }
    const now = new Date();
    const asOf = this.views.heads.require();
    const { data } = await settleEach(body.records, source, this.failures, (record) =>
      this.verifyRecords.verify(
        source,
        { record_id: record.record_id, evidence_scope: record.evidence_scope ?? EVIDENCE_PARTS },
        source.requestId,
        now,
        asOf,
      ),
    );
    source.exchange.evidence = {
      asOf,
      binding: { request: batchRequestDigest(body.records), nonce, answer: null },
    };
    // Envelopes are already canonical text, so they are joined as they are.
    return `{"data":[${data.map((each) => (each instanceof Envelope ? each.text : canonicalJson(each))).join(',')}]}`;
  }
}
