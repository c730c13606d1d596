import { Body, Controller, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiBody } from '@nestjs/swagger';
import { OperationRoute } from '../documentation/operation-route.js';
import { CurrentCall } from '../http/current-call.js';
import { IfMatch } from '../http/if-match.js';
import { PageQuery } from '../inputs/pagination.js';
import { ReasonBody } from '../inputs/reason.body.js';
import { RotateBody } from '../inputs/rotate.body.js';
import type { Call } from '../operations/call.js';
import { Operations } from '../operations/operations.js';
import { ReplayBody, SubscribeBody, TestBody, UpdateSubscriptionBody } from './subscription.bodies.js';
import { subscriptionOperations } from './subscription.operations.js';

/** Subscriptions of the caller's project: where its events are delivered to. */
@Controller('v1/subscriptions')
export class SubscriptionsController {
  constructor(private readonly operations: Operations) {}

  @Post()
  @OperationRoute(subscriptionOperations.create, { status: 201, takes: 'body' })
  create(@Body() body: SubscribeBody, @CurrentCall() call: Call) {
    return this.operations.run(subscriptionOperations.create, call, body);
  }

  @Get()
  @OperationRoute(subscriptionOperations.list, { status: 200, takes: 'query' })
  list(@Query() query: PageQuery, @CurrentCall() call: Call) {
    return this.operations.run(subscriptionOperations.list, call, query);
  }

  @Get(':id')
  @OperationRoute(subscriptionOperations.read, { status: 200 })
  read(@Param('id') subscription_id: string, @CurrentCall() call: Call) {
    return this.operations.run(subscriptionOperations.read, call, { subscription_id });
  }

  @Patch(':id')
  @OperationRoute(subscriptionOperations.update, { status: 200, takes: 'body', method: 'PATCH' })
  update(
    @Param('id') subscription_id: string,
    @Body() body: UpdateSubscriptionBody,
    @IfMatch() expected_version: number | null,
    @CurrentCall() call: Call,
  ) {
    const input = Object.assign(body, { subscription_id, expected_version });
    return this.operations.run(subscriptionOperations.update, call, input);
  }

  @Delete(':id')
  @OperationRoute(subscriptionOperations.revoke, { status: 200, method: 'DELETE' })
  revoke(
    @Param('id') subscription_id: string,
    @IfMatch() expected_version: number | null,
    @CurrentCall() call: Call,
  ) {
    const input = { subscription_id, expected_version };
    return this.operations.run(subscriptionOperations.revoke, call, input);
  }

  @Post(':id/rotate-secret')
  @OperationRoute(subscriptionOperations.rotateSecret, { status: 200, takes: 'body' })
  @ApiBody({ type: RotateBody, required: false })
  rotateSecret(
    @Param('id') subscription_id: string,
    @Body() body: RotateBody,
    @IfMatch() expected_version: number | null,
    @CurrentCall() call: Call,
  ) {
    const input = Object.assign(body, { subscription_id, expected_version });
    return this.operations.run(subscriptionOperations.rotateSecret, call, input);
  }

  @Post(':id/disable')
  @OperationRoute(subscriptionOperations.disable, { status: 200, takes: 'body' })
  disable(
    @Param('id') subscription_id: string,
    @Body() body: ReasonBody,
    @IfMatch() expected_version: number | null,
    @CurrentCall() call: Call,
  ) {
    const input = Object.assign(body, { subscription_id, expected_version });
    return this.operations.run(subscriptionOperations.disable, call, input);
  }

  @Post(':id/enable')
  @OperationRoute(subscriptionOperations.enable, { status: 200, takes: 'body' })
  enable(
    @Param('id') subscription_id: string,
    @Body() body: ReasonBody,
    @IfMatch() expected_version: number | null,
    @CurrentCall() call: Call,
  ) {
    const input = Object.assign(body, { subscription_id, expected_version });
    return this.operations.run(subscriptionOperations.enable, call, input);
  }

  @Post(':id/test')
  @OperationRoute(subscriptionOperations.test, { status: 202, takes: 'body' })
  @ApiBody({ type: TestBody, required: false })
  test(@Param('id') subscription_id: string, @Body() body: TestBody, @CurrentCall() call: Call) {
    const input = Object.assign(body, { subscription_id });
    return this.operations.run(subscriptionOperations.test, call, input);
  }

  @Post(':id/replay')
  @OperationRoute(subscriptionOperations.replay, { status: 202, takes: 'body' })
  replay(@Param('id') subscription_id: string, @Body() body: ReplayBody, @CurrentCall() call: Call) {
    const input = Object.assign(body, { subscription_id });
    return this.operations.run(subscriptionOperations.replay, call, input);
  }
}
