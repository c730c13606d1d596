import type { CommandReply, CommandTypeOf, ReceivedCommand } from '@service/contracts';
import type { DeliveryRequests } from './delivery-requests.js';
import type { SubscriptionCommands } from './subscription-commands.js';

type SubscriptionCommandType = CommandTypeOf<'subscription'>;

/** Handles commands to subscriptions, and requests for their deliveries. */
export function subscriptionHandler(subscriptions: SubscriptionCommands, requests: DeliveryRequests) {
  return (
    command: ReceivedCommand<SubscriptionCommandType>,
  ): Promise<CommandReply<SubscriptionCommandType>> => {
    switch (command.type) {
      case 'subscription.test':
      case 'subscription.replay':
      case 'subscription.retry':
        return requests.handle(command);
      case 'subscription.create':
      case 'subscription.update':
      case 'subscription.rotate':
      case 'subscription.disable':
      case 'subscription.enable':
      case 'subscription.revoke':
        return subscriptions.handle(command);
    }
  };
}
