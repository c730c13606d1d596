import {
  SUBSCRIPTION_BOUNDS,
  ServiceError,
  foldSubscription,
  invalidRequest,
  type Command,
  type CommandTypeOf,
  type CreateSubscription,
  type DeliveryRequestType,
  type DisableCause,
  type SubscriptionEvent,
  type SubscriptionSecret,
  type SubscriptionSnapshot,
  type UpdateSubscription,
} from '@service/contracts';
import { canonicalJson } from '@service/evidence';
import { requireSubscriptionTerms } from './subscription-terms.decider.js';

/** A caller's command, or what the service does to a subscription by itself. */
export type SubscriptionCommand =
  | Command<Exclude<CommandTypeOf<'subscription'>, DeliveryRequestType>>
  /** Disables what nothing can be delivered to. */
  | {
      type: 'subscription.give_up';
      payload: { cause: Exclude<DisableCause, 'requested'>; reason: string };
    }
  | { type: 'subscription.reseal'; payload: { secrets: SubscriptionSecret[] } };

/** What a decision rests on, besides the subscription and the command. */
export interface SubscriptionFacts {
  /** The owner's database clock. */
  now: Date;
  subscription_id: string;
  project_id: string;
  /** The credential that the command comes from; null for the service itself. */
  issued_by: string | null;
  /** Why nothing can be delivered to the endpoint that the command names, in words; null where it can. */
  endpoint_fault: string | null;
  /** Subscriptions that the project has, revoked ones not counted, where one is to be created. */
  live_in_project: number;
}

/** The subscription after one more event. */
export function evolve(
  subscription: SubscriptionSnapshot | null,
  event: SubscriptionEvent,
): SubscriptionSnapshot {
  return foldSubscription(subscription ?? undefined, event, (subscription?.version ?? 0) + 1);
}

/**
 * Decides what a command does to a subscription; null stands for none yet.
 * @throws ServiceError `subscription.not_found`, `subscription.transition_not_allowed`,
 *   `subscription.limit_reached`, `subscription.endpoint_not_allowed`, `request.invalid`.
 */
export function decide(
  subscription: SubscriptionSnapshot | null,
  command: SubscriptionCommand,
  facts: SubscriptionFacts,
): SubscriptionEvent[] {
  const occurred_at = notBefore(facts.now, subscription).toISOString();
  if (command.type === 'subscription.create') {
    if (subscription !== null) throw refusal('There is such a subscription already.');
    return [create(command.payload, facts, occurred_at)];
  }
  if (subscription === null) throw new ServiceError('subscription.not_found');
  if (subscription.state === 'revoked') throw refusal('A subscription that is revoked stays so.');
  switch (command.type) {
    case 'subscription.update':
      return update(subscription, command.payload, facts, occurred_at);
    case 'subscription.rotate_secret': {
      const { secret, overlap_seconds } = command.payload;
      requireOverlap(overlap_seconds);
      const overlap_until = new Date(Date.parse(occurred_at) + overlap_seconds * 1000).toISOString();
      return [{ type: 'service.subscription.secret_rotated', secret, overlap_until, occurred_at }];
    }
    case 'subscription.reseal': {
      const { secrets } = command.payload;
      if (!areTheSame(secrets, subscription.secrets)) throw refusal('The secrets are other ones by now.');
      return [{ type: 'service.subscription.secrets_resealed', secrets, occurred_at }];
    }
    case 'subscription.disable':
      return [disable(subscription, { ...command.payload, cause: 'requested' }, occurred_at)];
    case 'subscription.give_up':
      return [disable(subscription, command.payload, occurred_at)];
    case 'subscription.enable':
      if (subscription.state !== 'disabled') throw refusal('The subscription is not disabled.');
      return [{ type: 'service.subscription.enabled', reason: command.payload.reason, occurred_at }];
    case 'subscription.revoke':
      return [{ type: 'service.subscription.revoked', reason: command.payload.reason, occurred_at }];
  }
}

function create(
  { secret, endpoint, categories, description }: CreateSubscription,
  facts: SubscriptionFacts,
  occurred_at: string,
): SubscriptionEvent {
  const { subscription_id, project_id, issued_by: created_by, live_in_project } = facts;
  const terms = { endpoint, categories, description };
  requireSubscriptionTerms(terms);
  requireEndpoint(facts);
  if (live_in_project >= SUBSCRIPTION_BOUNDS.perProject) {
    throw new ServiceError('subscription.limit_reached');
  }
  return {
    type: 'service.subscription.created',
    subscription_id,
    project_id,
    ...terms,
    secret,
    created_by,
    occurred_at,
  };
}

/** What leaves everything as it is is no version of its own. */
function update(
  subscription: SubscriptionSnapshot,
  changes: UpdateSubscription,
  facts: SubscriptionFacts,
  occurred_at: string,
): SubscriptionEvent[] {
  const { endpoint: was, categories: listed, description: said } = subscription;
  const { endpoint = was, categories = listed, description = said } = changes;
  const terms = { endpoint, categories, description };
  requireSubscriptionTerms(terms);
  if (endpoint !== was) requireEndpoint(facts);
  const before = { endpoint: was, categories: listed, description: said };
  if (canonicalJson(terms) === canonicalJson(before)) return [];
  return [{ type: 'service.subscription.updated', ...terms, occurred_at }];
}

function disable(
  { state }: SubscriptionSnapshot,
  { cause, reason }: { cause: DisableCause; reason: string },
  occurred_at: string,
): SubscriptionEvent {
  if (state !== 'active') throw refusal('The subscription is disabled already.');
  return { type: 'service.subscription.disabled', cause, reason, occurred_at };
}

function requireEndpoint({ endpoint_fault: issue }: SubscriptionFacts): void {
  if (issue === null) return;
  throw new ServiceError('subscription.endpoint_not_allowed', { details: [{ field: 'endpoint', issue }] });
}

function requireOverlap(seconds: number): void {
  const { overlapSeconds: longest } = SUBSCRIPTION_BOUNDS;
  if (Number.isInteger(seconds) && seconds >= 0 && seconds <= longest) return;
  throw invalidRequest('overlap_seconds', `must be a whole number from 0 to ${longest}`);
}

/** Whether both are the same secrets, sealed however they may be. */
function areTheSame(some: readonly SubscriptionSecret[], others: readonly SubscriptionSecret[]): boolean {
  const keysOf = (secrets: readonly SubscriptionSecret[]) => secrets.map(({ public_key }) => public_key);
  return canonicalJson(keysOf(some)) === canonicalJson(keysOf(others));
}

/** A clock that was set back must not order a history backwards. */
function notBefore(now: Date, subscription: SubscriptionSnapshot | null): Date {
  const last = subscription === null ? 0 : Date.parse(subscription.updated_at);
  return new Date(Math.max(now.getTime(), last));
}

function refusal(message: string): ServiceError {
  return new ServiceError('subscription.transition_not_allowed', { message });
}
