import { Controller, Get } from '@nestjs/common';
import { OperationRoute } from '../documentation/operation-route.js';
import { CurrentCall } from '../http/current-call.js';
import type { Call } from '../operations/call.js';
import { Operations } from '../operations/operations.js';
import { statusOperations } from './status.operations.js';

/** How current answers are. */
@Controller('v1/status')
export class StatusController {
  constructor(private readonly operations: Operations) {}

  @Get()
  @OperationRoute(statusOperations.read, { status: 200 })
  read(@CurrentCall() call: Call) {
    return this.operations.run(statusOperations.read, call, {});
  }
}
