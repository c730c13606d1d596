import {
  ServiceError,
  isSigning,
  type DisableCause,
  type SubscriptionSecret,
  type SubscriptionSnapshot,
} from '@service/contracts';
import { handleCommand, type EventStore } from '@service/event-store';
import type { SealingKeys } from '@service/platform/sealing';
import { decideOn, subscriptionOf, type SubscriptionIntent } from './decide-on-stream.js';
import { resealSecret } from './subscription-secrets.js';

/** Milliseconds that a change has. */
const TIME = 5_000;

/** What the service does to subscriptions by itself, in suspended projects too. */
export class SubscriptionUpkeep {
  constructor(private readonly store: EventStore) {}

  /**
   * Disables a subscription that nothing can be delivered to; one that is not active stays as it is.
   * @returns whether it was.
   */
  disable(
    subscriptionId: string,
    cause: Exclude<DisableCause, 'requested'>,
    reason: string,
  ): Promise<boolean> {
    return this.change(subscriptionId, ({ state }) =>
      state === 'active' ? { type: 'subscription.disable', cause, reason } : null,
    );
  }

  /**
   * Seals a live subscription's secrets under the newest key; what no longer signs stays as it is.
   * @returns whether there was anything to seal.
   * @throws SealError where a secret cannot be opened.
   */
  reseal(subscriptionId: string, keys: SealingKeys): Promise<boolean> {
    const now = new Date();
    const isStale = ({ hmac, signing }: SubscriptionSecret) =>
      [hmac, signing].some(({ sealing_key_id }) => sealing_key_id !== keys.ids[0]);
    return this.change(subscriptionId, ({ id, state, secrets }) => {
      if (state === 'revoked' || !secrets.some((each) => isSigning(each, now) && isStale(each))) return null;
      const resealed = secrets.map(({ works_until, ...secret }) =>
        isSigning({ works_until, ...secret }, now) ? resealSecret(keys, id, secret) : secret,
      );
      return { type: 'subscription.reseal', secrets: resealed };
    });
  }

  private change(
    subscriptionId: string,
    intentOn: (subscription: SubscriptionSnapshot) => SubscriptionIntent | null,
  ): Promise<boolean> {
    return handleCommand(this.store, {
      command: { key: subscriptionId, deadline: Date.now() + TIME },
      decide: (stream) => {
        const subscription = subscriptionOf(stream);
        if (subscription === null) throw new ServiceError('subscription.not_found');
        const intent = intentOn(subscription);
        if (intent === null) return { events: [], result: false };
        return { ...decideOn(stream, intent), result: true };
      },
    });
  }
}
