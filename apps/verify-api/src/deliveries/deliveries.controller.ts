import { Controller, Param, Query } from '@nestjs/common';
import { OperationRoute } from '../documentation/operation-route.js';
import { CurrentCall } from '../http/current-call.js';
import type { Call } from '../operations/call.js';
import { Operations } from '../operations/operations.js';
import { deliveryOperations } from './delivery.operations.js';
import { DeliveryQuery } from './delivery.query.js';

/** What became of events on their way to subscriptions. */
@Controller()
export class DeliveriesController {
  constructor(private readonly operations: Operations) {}

  @OperationRoute(deliveryOperations.list)
  list(@Param('id') subscription_id: string, @Query() query: DeliveryQuery, @CurrentCall() call: Call) {
    const input = Object.assign(query, { subscription_id });
    return this.operations.run(deliveryOperations.list, call, input);
  }

  @OperationRoute(deliveryOperations.count)
  count(@Param('id') subscription_id: string, @CurrentCall() call: Call) {
    return this.operations.run(deliveryOperations.count, call, { subscription_id });
  }

  @OperationRoute(deliveryOperations.summary)
  summary(@CurrentCall() call: Call) {
    return this.operations.run(deliveryOperations.summary, call, {});
  }

  @OperationRoute(deliveryOperations.request)
  request(@Param('id') delivery_id: string, @CurrentCall() call: Call) {
    return this.operations.run(deliveryOperations.request, call, { delivery_id });
  }

  @OperationRoute(deliveryOperations.read)
  read(@Param('id') delivery_id: string, @CurrentCall() call: Call) {
    return this.operations.run(deliveryOperations.read, call, { delivery_id });
  }

  @OperationRoute(deliveryOperations.retry)
  retry(@Param('id') delivery_id: string, @CurrentCall() call: Call) {
    return this.operations.run(deliveryOperations.retry, call, { delivery_id });
  }
}
