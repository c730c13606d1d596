import { Body, Controller, Post } from '@nestjs/common';
import { OperationRoute } from '../documentation/operation-route.js';
import { CurrentCall } from '../http/current-call.js';
import type { Call } from '../operations/call.js';
import { Operations } from '../operations/operations.js';
import { AmendBatchBody, ReasonBatchBody, SupersedeBatchBody } from './change-batch.bodies.js';
import { recordBatchOperations } from './record-batch.operations.js';

/** Transitions of many records in one request. */
@Controller('v1/records/batch')
export class RecordBatchesController {
  constructor(private readonly operations: Operations) {}

  @Post('amend')
  @OperationRoute(recordBatchOperations.amend, { status: 200, takes: 'body' })
  amendBatch(@Body() body: AmendBatchBody, @CurrentCall() call: Call) {
    return this.operations.run(recordBatchOperations.amend, call, body);
  }

  @Post('suspend')
  @OperationRoute(recordBatchOperations.suspend, { status: 200, takes: 'body' })
  suspendBatch(@Body() body: ReasonBatchBody, @CurrentCall() call: Call) {
    return this.operations.run(recordBatchOperations.suspend, call, body);
  }

  @Post('reinstate')
  @OperationRoute(recordBatchOperations.reinstate, { status: 200, takes: 'body' })
  reinstateBatch(@Body() body: ReasonBatchBody, @CurrentCall() call: Call) {
    return this.operations.run(recordBatchOperations.reinstate, call, body);
  }

  @Post('supersede')
  @OperationRoute(recordBatchOperations.supersede, { status: 200, takes: 'body' })
  supersedeBatch(@Body() body: SupersedeBatchBody, @CurrentCall() call: Call) {
    return this.operations.run(recordBatchOperations.supersede, call, body);
  }

  @Post('revoke')
  @OperationRoute(recordBatchOperations.revoke, { status: 200, takes: 'body' })
  revokeBatch(@Body() body: ReasonBatchBody, @CurrentCall() call: Call) {
    return this.operations.run(recordBatchOperations.revoke, call, body);
  }
}
