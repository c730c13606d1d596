import { Controller } from '@nestjs/common';
import { OperationRoute } from '../documentation/operation-route.js';
import { CurrentCall } from '../http/current-call.js';
import type { Call } from '../operations/call.js';
import { Operations } from '../operations/operations.js';
import { eventOperations } from './event.operations.js';

/** The registry of published event types. */
@Controller()
export class EventCategoriesController {
  constructor(private readonly operations: Operations) {}

  @OperationRoute(eventOperations.listCategories)
  list(@CurrentCall() call: Call) {
    return this.operations.run(eventOperations.listCategories, call, {});
  }
}
