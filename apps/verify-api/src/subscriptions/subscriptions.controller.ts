import { Body, Controller, Param, Query } from '@nestjs/common';
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
@Controller()
export class SubscriptionsController {
  constructor(private readonly operations: Operations) {}

  @OperationRoute(subscriptionOperations.create)
  create(@Body() body: SubscribeBody, @CurrentCall() call: Call) {
    return this.operations.run(subscriptionOperations.create, call, body);
  }

  @OperationRoute(subscriptionOperations.list)
  list(@Query() query: PageQuery, @CurrentCall() call: Call) {
    return this.operations.run(subscriptionOperations.list, call, query);
  }

  @OperationRoute(subscriptionOperations.read)
  read(@Param('id') subscription_id: string, @CurrentCall() call: Call) {
    return this.operations.run(subscriptionOperations.read, call, { subscription_id });
  }

  @OperationRoute(subscriptionOperations.update)
  update(
    @Param('id') subscription_id: string,
    @Body() body: UpdateSubscriptionBody,
    @IfMatch() expected_version: number | null,
    @CurrentCall() call: Call,
  ) {
    const input = Object.assign(body, { subscription_id, expected_version });
    return this.operations.run(subscriptionOperations.update, call, input);
  }

  @OperationRoute(subscriptionOperations.revoke)
  revoke(
    @Param('id') subscription_id: string,
    @IfMatch() expected_version: number | null,
    @CurrentCall() call: Call,
  ) {
    const input = { subscription_id, expected_version };
    return this.operations.run(subscriptionOperations.revoke, call, input);
  }

  @OperationRoute(subscriptionOperations.rotateSecret)
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

  @OperationRoute(subscriptionOperations.disable)
  disable(
    @Param('id') subscription_id: string,
    @Body() body: ReasonBody,
    @IfMatch() expected_version: number | null,
    @CurrentCall() call: Call,
  ) {
    const input = Object.assign(body, { subscription_id, expected_version });
    return this.operations.run(subscriptionOperations.disable, call, input);
  }

  @OperationRoute(subscriptionOperations.enable)
  enable(
    @Param('id') subscription_id: string,
    @Body() body: ReasonBody,
    @IfMatch() expected_version: number | null,
    @CurrentCall() call: Call,
  ) {
    const input = Object.assign(body, { subscription_id, expected_version });
    return this.operations.run(subscriptionOperations.enable, call, input);
  }

  @OperationRoute(subscriptionOperations.test)
  @ApiBody({ type: TestBody, required: false })
  test(@Param('id') subscription_id: string, @Body() body: TestBody, @CurrentCall() call: Call) {
    const input = Object.assign(body, { subscription_id });
    return this.operations.run(subscriptionOperations.test, call, input);
  }

  @OperationRoute(subscriptionOperations.replay)
  replay(@Param('id') subscription_id: string, @Body() body: ReplayBody, @CurrentCall() call: Call) {
    const input = Object.assign(body, { subscription_id });
    return this.operations.run(subscriptionOperations.replay, call, input);
  }
}
