import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import type {
  Change,
  CommandEnvelope,
  CreateSubscription,
  DeliveryRequest,
  ReplayDeliveries,
  RequestedReplay,
  RetryDelivery,
  RotateSubscriptionSecret,
  SubscriptionSnapshot,
  TestSubscription,
  UpdateSubscription,
} from '@service/contracts';
import { DeliveryRequests } from './delivery-requests.js';
import { SubscriptionCommands } from './subscription-commands.js';

/** Takes the commands that concern subscriptions. */
@Controller()
export class SubscriptionCommandsController {
  constructor(
    private readonly subscriptions: SubscriptionCommands,
    private readonly requests: DeliveryRequests,
  ) {}

  @MessagePattern('subscription.create')
  create(@Payload() command: CommandEnvelope<CreateSubscription>): Promise<SubscriptionSnapshot> {
    return this.subscriptions.create(command);
  }

  @MessagePattern('subscription.update')
  update(@Payload() command: CommandEnvelope<UpdateSubscription>): Promise<SubscriptionSnapshot> {
    const { expected_version, ...changes } = command.payload;
    return this.subscriptions.change(command, { type: 'subscription.update', ...changes }, expected_version);
  }

  @MessagePattern('subscription.rotate_secret')
  rotateSecret(@Payload() command: CommandEnvelope<RotateSubscriptionSecret>): Promise<SubscriptionSnapshot> {
    const { expected_version, ...rotation } = command.payload;
    const intent = { type: 'subscription.rotate_secret', ...rotation } as const;
    return this.subscriptions.change(command, intent, expected_version);
  }

  @MessagePattern('subscription.disable')
  disable(@Payload() command: CommandEnvelope<Change>): Promise<SubscriptionSnapshot> {
    const { expected_version, reason } = command.payload;
    const intent = { type: 'subscription.disable', cause: 'requested', reason } as const;
    return this.subscriptions.change(command, intent, expected_version);
  }

  @MessagePattern('subscription.enable')
  enable(@Payload() command: CommandEnvelope<Change>): Promise<SubscriptionSnapshot> {
    const { expected_version, reason } = command.payload;
    return this.subscriptions.change(command, { type: 'subscription.enable', reason }, expected_version);
  }

  @MessagePattern('subscription.revoke')
  revoke(@Payload() command: CommandEnvelope<Change>): Promise<SubscriptionSnapshot> {
    const { expected_version, reason } = command.payload;
    return this.subscriptions.change(command, { type: 'subscription.revoke', reason }, expected_version);
  }

  @MessagePattern('subscription.test')
  test(@Payload() command: CommandEnvelope<TestSubscription>): Promise<DeliveryRequest> {
    return this.requests.test(command);
  }

  @MessagePattern('subscription.replay')
  replay(@Payload() command: CommandEnvelope<ReplayDeliveries>): Promise<RequestedReplay> {
    return this.requests.replay(command);
  }

  @MessagePattern('subscription.retry')
  retry(@Payload() command: CommandEnvelope<RetryDelivery>): Promise<DeliveryRequest> {
    return this.requests.retry(command);
  }
}
