import { Controller } from '@nestjs/common';
import { OperationRoute } from '../documentation/operation-route.js';
import { CurrentCall } from '../http/current-call.js';
import type { Call } from '../operations/call.js';
import { Operations } from '../operations/operations.js';
import { statusOperations } from './status.operations.js';

/** How current answers are. */
@Controller()
export class StatusController {
  constructor(private readonly operations: Operations) {}

  @OperationRoute(statusOperations.read)
  read(@CurrentCall() call: Call) {
    return this.operations.run(statusOperations.read, call, {});
  }
}
