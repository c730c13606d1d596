import { SUBSCRIPTION_STATES, type SubscriptionState } from '@service/contracts';
import { CreatedQuery } from '../interface/inputs/created.query.js';
import { ChoicesMember } from '../interface/inputs/members.js';

export class SubscriptionQuery extends CreatedQuery {
  @ChoicesMember('Subscriptions in these states.', { choices: SUBSCRIPTION_STATES, optional: true })
  state?: SubscriptionState[];
}
