import { Controller, Header, Param, Query } from '@nestjs/common';
import { OperationRoute } from '../documentation/operation-route.js';
import { CurrentCall } from '../http/current-call.js';
import type { Call } from '../operations/call.js';
import { Operations } from '../operations/operations.js';
import { eventOperations } from './event.operations.js';
import { EventQuery } from './event.query.js';

const JSON_TYPE = 'application/json; charset=utf-8';

/** The events of the caller's project, by polling. */
@Controller()
export class EventsController {
  constructor(private readonly operations: Operations) {}

  @Header('content-type', JSON_TYPE)
  @OperationRoute(eventOperations.list)
  list(@Query() query: EventQuery, @CurrentCall() call: Call) {
    return this.operations.run(eventOperations.list, call, query);
  }

  @Header('content-type', JSON_TYPE)
  @OperationRoute(eventOperations.read)
  read(@Param('id') event_id: string, @CurrentCall() call: Call) {
    return this.operations.run(eventOperations.read, call, { event_id });
  }
}
