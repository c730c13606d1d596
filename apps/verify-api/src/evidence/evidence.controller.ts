import { Controller, Get, Header, Param, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Operation } from '../documentation/operation.js';
import { Source, type RequestSource } from '../http/access.js';
import { nonceOf } from '../http/nonce.js';
import { PREFERENCE_APPLIED, preferredWait, waitApplied } from '../http/prefer.js';
import { VerifyRecords } from '../verify/verify-records.js';
import { GatewayViews } from '../views/gateway-views.js';
import { MakeBundle } from './make-bundle.js';

/** Default wait for the log in seconds; without witnesses it takes a fraction of one. */
const DEFAULT_WAIT = 2;

/** All evidence of a record in one document, which can be verified without this service. */
@ApiTags('records')
@Controller('v1/records/:id/evidence')
export class EvidenceController {
  constructor(
    private readonly makeBundle: MakeBundle,
    private readonly verifyRecords: VerifyRecords,
    private readonly views: GatewayViews,
  ) {}

  @Get()
  @Header('content-type', 'application/json; charset=utf-8')
  @Header('cache-control', 'no-store')
  @Operation({
    name: 'record.evidence',
    access: 'verify',
    summary: 'Read all evidence of a record as one document, which can be verified offline',
    answers: [200, 'EvidenceBundle'],
    proves: 'signed position within',
    fails: ['record.not_found'],
  })
  async bundle(
    @Param('id') id: string,
    @Source() source: RequestSource,
    @Req() { headers }: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const nonce = nonceOf(headers);
    const seconds = preferredWait(headers, DEFAULT_WAIT);
    if (preferredWait(headers) > 0) void reply.header(PREFERENCE_APPLIED, waitApplied(seconds));
    const until = performance.now() + seconds * 1_000;
    await this.verifyRecords.awaitReceipts(source, [id], seconds);
    // Before anything is read: later reads may be newer than the position, never older.
    const asOf = this.views.heads.require();
    source.exchange.evidence = { asOf, binding: null };
    return this.makeBundle.execute(source, { id, requestId: source.requestId, nonce, until }, asOf);
  }
}
