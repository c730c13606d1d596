import { Body, Controller } from '@nestjs/common';
import { OperationRoute } from '../documentation/operation-route.js';
import { CurrentCall } from '../http/current-call.js';
import type { Call } from '../operations/call.js';
import { Operations } from '../operations/operations.js';
import { AmendBatchBody, ReasonBatchBody, SupersedeBatchBody } from './change-batch.bodies.js';
import { recordBatchOperations } from './record-batch.operations.js';

/** Transitions of many records in one request. */
@Controller()
export class RecordBatchesController {
  constructor(private readonly operations: Operations) {}

  @OperationRoute(recordBatchOperations.amend)
  amendBatch(@Body() body: AmendBatchBody, @CurrentCall() call: Call) {
    return this.operations.run(recordBatchOperations.amend, call, body);
  }

  @OperationRoute(recordBatchOperations.suspend)
  suspendBatch(@Body() body: ReasonBatchBody, @CurrentCall() call: Call) {
    return this.operations.run(recordBatchOperations.suspend, call, body);
  }

  @OperationRoute(recordBatchOperations.reinstate)
  reinstateBatch(@Body() body: ReasonBatchBody, @CurrentCall() call: Call) {
    return this.operations.run(recordBatchOperations.reinstate, call, body);
  }

  @OperationRoute(recordBatchOperations.supersede)
  supersedeBatch(@Body() body: SupersedeBatchBody, @CurrentCall() call: Call) {
    return this.operations.run(recordBatchOperations.supersede, call, body);
  }

  @OperationRoute(recordBatchOperations.revoke)
  revokeBatch(@Body() body: ReasonBatchBody, @CurrentCall() call: Call) {
    return this.operations.run(recordBatchOperations.revoke, call, body);
  }
}
