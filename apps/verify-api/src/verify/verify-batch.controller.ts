import { Body, Controller, Header } from '@nestjs/common';
import { OperationRoute } from '../documentation/operation-route.js';
import { CurrentCall } from '../http/current-call.js';
import type { Call } from '../operations/call.js';
import { Operations } from '../operations/operations.js';
import { VerifyBatchBody } from './verify.bodies.js';
import { verifyOperations } from './verify.operations.js';

/** Verifies many records in one request; `verify.route.ts` verifies one. */
@Controller()
export class VerifyBatchController {
  constructor(private readonly operations: Operations) {}

  @Header('content-type', 'application/json; charset=utf-8')
  @OperationRoute(verifyOperations.verifyBatch)
  verify(@Body() body: VerifyBatchBody, @CurrentCall() call: Call) {
    return this.operations.run(verifyOperations.verifyBatch, call, body);
  }
}
