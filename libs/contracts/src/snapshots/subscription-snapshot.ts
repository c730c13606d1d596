import type {
  DisableCause,
  SubscriptionEvent,
  SubscriptionSecret,
  SubscriptionState,
  SubscriptionTerms,
} from '../events/subscription-events.js';
import { rotatedSecrets } from './rotated-secrets.js';

/** A secret that signs a subscription's deliveries, and until when. */
export interface SnapshotSecret extends SubscriptionSecret {
  /** Null for the newest, which signs as long as the subscription lives. */
  works_until: string | null;
}

/** A subscription after its events so far; its secrets are encrypted. */
export interface SubscriptionSnapshot extends SubscriptionTerms {
  id: string;
  project_id: string;
  state: SubscriptionState;
  version: number;
  /** Newest first; two at most. */
  secrets: SnapshotSecret[];
  /** Why and since when it is disabled; null while it is not. */
  disabled: { cause: DisableCause; reason: string; at: string } | null;
  created_by: string | null;
  created_at: string;
  updated_at: string;
}

/** The part of a logged event that folding needs. */
interface LoggedEvent {
  type: string;
  version: number;
  data: object | null;
}

/**
 * The subscription after one more event of the log. Undefined where the event does not change it: the event is
 * a request for deliveries, is not newer, or its row was changed and cannot be folded. A changed row must not
 * stop a follower.
 */
export function foldLoggedSubscription(
  before: SubscriptionSnapshot | undefined,
  { type, version, data }: LoggedEvent,
): SubscriptionSnapshot | undefined {
  if (before === undefined ? type !== 'service.subscription.created' : version <= before.version) return;
  try {
    return foldSubscription(before, data as SubscriptionEvent, version);
  } catch {
    return undefined;
  }
}

/** Whether a secret still signs at a moment. */
export function isSigning({ works_until }: Pick<SnapshotSecret, 'works_until'>, now: Date): boolean {
  return works_until === null || Date.parse(works_until) > now.getTime();
}

/**
 * The subscription after one more event.
 * @throws TypeError where the stream does not begin with the creation.
 */
export function foldSubscription(
  before: SubscriptionSnapshot | undefined,
  event: SubscriptionEvent,
  version: number,
): SubscriptionSnapshot {
  const updated_at = event.occurred_at;
  if (event.type === 'service.subscription.created') {
    return {
      id: event.subscription_id,
      project_id: event.project_id,
      endpoint: event.endpoint,
      categories: event.categories,
      description: event.description,
      signatures: event.signatures,
      state: 'active',
      version,
      secrets: [{ ...event.secret, works_until: null }],
      disabled: null,
      created_by: event.created_by,
      created_at: updated_at,
      updated_at,
    };
  }
  if (before === undefined) throw new TypeError('A subscription begins with its creation.');
  const after = { ...before, version, updated_at };
  switch (event.type) {
    case 'service.subscription.updated': {
      const { endpoint, categories, description, signatures } = event;
      return { ...after, endpoint, categories, description, signatures };
    }
    case 'service.subscription.secret_rotated':
      return { ...after, secrets: rotatedSecrets(before.secrets, event) };
    case 'service.subscription.secrets_resealed':
      return {
        ...after,
        secrets: before.secrets.map((secret, index) => ({ ...secret, ...event.secrets[index] })),
      };
    case 'service.subscription.disabled': {
      const { cause, reason, occurred_at: at } = event;
      return { ...after, state: 'disabled', disabled: { cause, reason, at } };
    }
    case 'service.subscription.enabled':
      return { ...after, state: 'active', disabled: null };
    case 'service.subscription.revoked':
      return { ...after, state: 'revoked', disabled: null };
  }
}
