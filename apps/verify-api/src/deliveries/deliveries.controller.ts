import { Controller, Get, Param, Post, Query } from '@nestjs/common';
import { OperationRoute } from '../documentation/operation-route.js';
import { CurrentCall } from '../http/current-call.js';
import type { Call } from '../operations/call.js';
import { Operations } from '../operations/operations.js';
import { deliveryOperations } from './delivery.operations.js';
import { DeliveryQuery } from './delivery.query.js';

/** What became of events on their way to subscriptions. */
@Controller('v1')
export class DeliveriesController {
  constructor(private readonly operations: Operations) {}

  @Get('subscriptions/:id/deliveries')
  @OperationRoute(deliveryOperations.list, { status: 200, takes: 'query' })
  list(@Param('id') subscription_id: string, @Query() query: DeliveryQuery, @CurrentCall() call: Call) {
    const input = Object.assign(query, { subscription_id });
    return this.operations.run(deliveryOperations.list, call, input);
  }

  @Get('subscriptions/:id/deliveries/summary')
  @OperationRoute(deliveryOperations.count, { status: 200 })
  count(@Param('id') subscription_id: string, @CurrentCall() call: Call) {
    return this.operations.run(deliveryOperations.count, call, { subscription_id });
  }

  @Get('deliveries/summary')
  @OperationRoute(deliveryOperations.summary, { status: 200 })
  summary(@CurrentCall() call: Call) {
    return this.operations.run(deliveryOperations.summary, call, {});
  }

  @Get('deliveries/:id/request')
  @OperationRoute(deliveryOperations.request, { status: 200 })
  request(@Param('id') delivery_id: string, @CurrentCall() call: Call) {
    return this.operations.run(deliveryOperations.request, call, { delivery_id });
  }

  @Get('deliveries/:id')
  @OperationRoute(deliveryOperations.read, { status: 200 })
  read(@Param('id') delivery_id: string, @CurrentCall() call: Call) {
    return this.operations.run(deliveryOperations.read, call, { delivery_id });
  }

  @Post('deliveries/:id/retry')
  @OperationRoute(deliveryOperations.retry, { status: 202, method: 'POST' })
  retry(@Param('id') delivery_id: string, @CurrentCall() call: Call) {
    return this.operations.run(deliveryOperations.retry, call, { delivery_id });
  }
}
