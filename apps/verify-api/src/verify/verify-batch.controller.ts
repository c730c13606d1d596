import { Body, Controller, Header, Post } from '@nestjs/common';
import { OperationRoute } from '../documentation/operation-route.js';
import { CurrentCall } from '../http/current-call.js';
import type { Call } from '../operations/call.js';
import { Operations } from '../operations/operations.js';
import { VerifyBatchBody } from './verify.bodies.js';
import { verifyOperations } from './verify.operations.js';

/** Verifies many records in one request; `verify.route.ts` verifies one. */
@Controller('v1/records/verify/batch')
export class VerifyBatchController {
  constructor(private readonly operations: Operations) {}

  @Post()
  @Header('content-type', 'application/json; charset=utf-8')
  @OperationRoute(verifyOperations.verifyBatch, { status: 200, takes: 'body' })
  verify(@Body() body: VerifyBatchBody, @CurrentCall() call: Call) {
    return this.operations.run(verifyOperations.verifyBatch, call, body);
  }
}
