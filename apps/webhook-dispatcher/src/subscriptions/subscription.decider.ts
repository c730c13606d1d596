import {
  SUBSCRIPTION_BOUNDS,
  ServiceError,
  conflictWith,
  foldSubscription,
  invalidRequest,
  oldSecret,
  momentAfter,
  type Command,
  type CommandTypeOf,
  type CreateSubscription,
  type DeliveryRequestType,
  type DisableCause,
  type SubscriptionEvent,
  type SubscriptionSecret,
  type SubscriptionSnapshot,
  type SubscriptionTerms,
  type UpdateSubscription,
} from '@service/contracts';
import { canonicalJson } from '@service/evidence';
import { requireSubscriptionTerms } from './subscription-terms.decider.js';

/** A caller's command, or a change that the service makes by itself. */
export type SubscriptionCommand =
  | Command<Exclude<CommandTypeOf<'subscription'>, DeliveryRequestType>>
  /** Disables a subscription that deliveries cannot reach. */
  | {
      type: 'subscription.give_up';
      payload: { cause: Exclude<DisableCause, 'requested'>; reason: string };
    }
  | { type: 'subscription.reencrypt'; payload: { secrets: SubscriptionSecret[] } };

/** Facts that a decision needs in addition to the subscription and the command. */
export interface SubscriptionFacts {
  /** The owner's database clock. */
  now: Date;
  subscription_id: string;
  project_id: string;
  /** The credential of the command's caller; null for the service itself. */
  issued_by: string | null;
  /** Why deliveries to the command's endpoint are not allowed, in words; null where they are. */
  endpoint_fault: string | null;
  /** Subscriptions of the project without revoked ones; only a creation reads it. */
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
 * Decides what a command does to a subscription, which is null before its creation.
 * @throws ServiceError `subscription.not_found`, `subscription.transition_not_allowed`,
 *   `subscription.rotating`, `subscription.limit_reached`, `subscription.endpoint_not_allowed`, `request.invalid`.
 */
export function decide(
  subscription: SubscriptionSnapshot | null,
  command: SubscriptionCommand,
  facts: SubscriptionFacts,
): SubscriptionEvent[] {
  const occurred_at = momentAfter(subscription?.updated_at ?? null, facts.now).toISOString();
  if (command.type === 'subscription.create') {
    if (subscription !== null) throw refusal(subscription, 'The subscription exists already.');
    return [create(command.payload, facts, occurred_at)];
  }
  if (subscription === null) throw new ServiceError('subscription.not_found');
  if (subscription.state === 'revoked') throw refusal(subscription, 'A revoked subscription stays revoked.');
  switch (command.type) {
    case 'subscription.update':
      return update(subscription, command.payload, facts, occurred_at);
    case 'subscription.rotate': {
      const { secret, overlap_seconds, force } = command.payload;
      requireOverlap(overlap_seconds);
      if (!force) requireNotRotating(subscription, new Date(occurred_at));
      const overlap_ends_at = new Date(Date.parse(occurred_at) + overlap_seconds * 1000).toISOString();
      return [{ type: 'service.subscription.secret_rotated', secret, overlap_ends_at, occurred_at }];
    }
    case 'subscription.reencrypt': {
      const { secrets } = command.payload;
      if (!areTheSame(secrets, subscription.secrets)) {
        throw refusal(subscription, 'The secrets have changed meanwhile.');
      }
      return [{ type: 'service.subscription.secrets_resealed', secrets, occurred_at }];
    }
    case 'subscription.disable':
      return [disable(subscription, { ...command.payload, cause: 'requested' }, occurred_at)];
    case 'subscription.give_up':
      return [disable(subscription, command.payload, occurred_at)];
    case 'subscription.enable':
      if (subscription.state !== 'disabled') throw refusal(subscription, 'The subscription is not disabled.');
      return [{ type: 'service.subscription.enabled', occurred_at }];
    case 'subscription.revoke':
      return [{ type: 'service.subscription.revoked', reason: command.payload.reason, occurred_at }];
  }
}

function create(
  { secret, endpoint, categories, description, signatures }: CreateSubscription,
  facts: SubscriptionFacts,
  occurred_at: string,
): SubscriptionEvent {
  const { subscription_id, project_id, issued_by: created_by, live_in_project } = facts;
  const terms = { endpoint: normalUrl(endpoint), categories, description, signatures };
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

/** An update that changes nothing makes no event. */
function update(
  subscription: SubscriptionSnapshot,
  changes: UpdateSubscription,
  facts: SubscriptionFacts,
  occurred_at: string,
): SubscriptionEvent[] {
  const before = termsOf(subscription);
  const {
    endpoint: wanted,
    categories = before.categories,
    description = before.description,
    signatures = before.signatures,
  } = changes;
  const endpoint = wanted === undefined ? before.endpoint : normalUrl(wanted);
  const terms = { endpoint, categories, description, signatures };
  requireSubscriptionTerms(terms);
  if (endpoint !== before.endpoint) requireEndpoint(facts);
  if (canonicalJson(terms) === canonicalJson(before)) return [];
  return [{ type: 'service.subscription.updated', ...terms, occurred_at }];
}

function termsOf({ endpoint, categories, description, signatures }: SubscriptionTerms): SubscriptionTerms {
  return { endpoint, categories, description, signatures };
}

function disable(
  subscription: SubscriptionSnapshot,
  { cause, reason }: { cause: DisableCause; reason: string },
  occurred_at: string,
): SubscriptionEvent {
  if (subscription.state !== 'active') throw refusal(subscription, 'The subscription is disabled already.');
  return { type: 'service.subscription.disabled', cause, reason, occurred_at };
}

/** The URL as deliveries parse it (URL standard), so that it is shown as used; other text stays as it is. */
function normalUrl(text: string): string {
  return URL.parse(text)?.href ?? text;
}

function requireEndpoint({ endpoint_fault: issue }: SubscriptionFacts): void {
  if (issue === null) return;
  throw new ServiceError('subscription.endpoint_not_allowed', { details: [{ field: 'endpoint', issue }] });
}

/** Refuses a rotation during another: it would end an old secret that a receiver may still use. */
function requireNotRotating({ secrets }: SubscriptionSnapshot, now: Date): void {
  const old = oldSecret(secrets, now);
  if (old === null) return;
  const { works_until: overlap_ends_at } = old;
  const message = `The secret is rotating: deliveries are signed with the old one until ${overlap_ends_at}.`;
  throw new ServiceError('subscription.rotating', { message, overlap_ends_at });
}

function requireOverlap(seconds: number): void {
  const { overlapSeconds: longest } = SUBSCRIPTION_BOUNDS;
  if (Number.isInteger(seconds) && seconds >= 0 && seconds <= longest) return;
  throw invalidRequest('overlap_seconds', `must be a whole number from 0 to ${longest}`);
}

/** Whether both have the same secrets, even under different sealing keys. */
function areTheSame(some: readonly SubscriptionSecret[], others: readonly SubscriptionSecret[]): boolean {
  const keysOf = (secrets: readonly SubscriptionSecret[]) => secrets.map(({ public_key }) => public_key);
  return canonicalJson(keysOf(some)) === canonicalJson(keysOf(others));
}

function refusal(subscription: SubscriptionSnapshot, message: string): ServiceError {
  return conflictWith('subscription.transition_not_allowed', subscription, message);
}
