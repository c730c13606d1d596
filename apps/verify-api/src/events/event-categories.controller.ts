import { Controller, Get } from '@nestjs/common';
import { OperationRoute } from '../documentation/operation-route.js';
import { CurrentCall } from '../http/current-call.js';
import type { Call } from '../operations/call.js';
import { Operations } from '../operations/operations.js';
import { eventOperations } from './event.operations.js';

/** The registry of published event types. */
@Controller('v1/event-categories')
export class EventCategoriesController {
  constructor(private readonly operations: Operations) {}

  @Get()
  @OperationRoute(eventOperations.listCategories, { status: 200 })
  list(@CurrentCall() call: Call) {
    return this.operations.run(eventOperations.listCategories, call, {});
  }
}
