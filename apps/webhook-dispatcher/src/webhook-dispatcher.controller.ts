import { Controller, UsePipes } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import {
  commandTypesOf,
  type CommandReply,
  type CommandTypeOf,
  type ReceivedCommand,
} from '@service/contracts';
import { IssuerPipe } from '@service/messaging/commands';
import { DeliveryRequests } from './subscriptions/delivery-requests.js';
import { SubscriptionCommands } from './subscriptions/subscription-commands.js';

type SubscriptionCommandType = CommandTypeOf<'subscription'>;

/** Takes commands to subscriptions and requests for their deliveries. */
@Controller()
@UsePipes(IssuerPipe)
export class WebhookDispatcherController {
  constructor(
    private readonly subscriptions: SubscriptionCommands,
    private readonly requests: DeliveryRequests,
  ) {}

  @MessagePattern(commandTypesOf('subscription'))
  subscription(
    @Payload() command: ReceivedCommand<SubscriptionCommandType>,
  ): Promise<CommandReply<SubscriptionCommandType>> {
    switch (command.type) {
      case 'subscription.test':
      case 'subscription.replay':
      case 'subscription.retry':
        return this.requests.handle(command);
      case 'subscription.create':
      case 'subscription.update':
      case 'subscription.rotate_secret':
      case 'subscription.disable':
      case 'subscription.enable':
      case 'subscription.revoke':
        return this.subscriptions.handle(command);
    }
  }
}
