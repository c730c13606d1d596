import { Body, Controller, Header, HttpCode, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Operation } from '../documentation/operation.js';
import { Source, type RequestSource } from '../http/access.js';
import { Admission } from '../http/admission.js';
import { settleEach } from '../http/batch.js';
import { EVIDENCE_PARTS } from './render-envelope.js';
import { VerifyBatchBody } from './verify.bodies.js';
import { VerifyRecords } from './verify-records.js';

/** Verifies many records in one request; one record alone is the plain route beside it. */
@ApiTags('verify')
@Controller('v1/records/verify/batch')
export class VerifyBatchController {
  constructor(
    private readonly verifyRecords: VerifyRecords,
    private readonly admission: Admission,
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
  })
  async verify(@Body() body: VerifyBatchBody, @Source() source: RequestSource): Promise<string> {
    this.admission.countItems(source.exchange, body.records.length);
    const now = new Date();
    const { data } = await settleEach(body.records, source.requestId, (record) =>
      this.verifyRecords.verify(
        source,
        { record_id: record.record_id, evidence_scope: record.evidence_scope ?? EVIDENCE_PARTS },
        source.requestId,
        now,
      ),
    );
    // Envelopes are canonical text already; parsing them to serialise them again would only cost.
    return `{"data":[${data.map((each) => (typeof each === 'string' ? each : JSON.stringify(each))).join(',')}]}`;
  }
}
