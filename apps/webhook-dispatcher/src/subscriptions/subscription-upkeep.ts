import {
  agreedNow,
  ServiceError,
  isSigning,
  type DisableCause,
  type EncryptedText,
  type SubscriptionSecret,
  type SubscriptionSnapshot,
} from '@service/contracts';
import { handleCommand, type EventStore } from '@service/event-store';
import type { SealingKeys } from '@service/platform/sealing-keys';
import { decideOn, subscriptionOf } from './subscription-stream.js';
import type { SubscriptionCommand } from './subscription.decider.js';

/** Milliseconds for a change. */
const TIME = 5_000;

/** Changes that the service makes to subscriptions by itself, including those of suspended projects. */
export class SubscriptionUpkeep {
  constructor(private readonly store: EventStore) {}

  /**
   * Disables an active subscription whose endpoint deliveries cannot reach.
   * @returns whether it was active.
   */
  disable(
    subscriptionId: string,
    cause: Exclude<DisableCause, 'requested'>,
    reason: string,
  ): Promise<boolean> {
    return this.change(subscriptionId, ({ state }) =>
      state === 'active' ? { type: 'subscription.give_up', payload: { cause, reason } } : null,
    );
  }

  /**
   * Encrypts a live subscription's secrets under the newest sealing key, except those that no longer sign.
   * @returns whether any secret was under another key.
   * @throws DecryptionError where a secret cannot be decrypted.
   */
  reencrypt(subscriptionId: string, keys: SealingKeys): Promise<boolean> {
    const now = new Date();
    const isStale = ({ hmac, signing }: SubscriptionSecret) =>
      [hmac, signing].some(({ sealing_key_id }) => sealing_key_id !== keys.ids[0]);
    return this.change(subscriptionId, ({ id, state, secrets }) => {
      if (state === 'revoked' || !secrets.some((each) => isSigning(each, now) && isStale(each))) return null;
      const reencrypted = secrets.map(({ works_until, ...secret }) =>
        isSigning({ works_until, ...secret }, now) ? reencryptSecret(keys, id, secret) : secret,
      );
      return { type: 'subscription.reencrypt', payload: { secrets: reencrypted } };
    });
  }

  private change(
    subscriptionId: string,
    commandFor: (subscription: SubscriptionSnapshot) => SubscriptionCommand | null,
  ): Promise<boolean> {
    return handleCommand(this.store, {
      command: { key: subscriptionId, deadline: agreedNow() + TIME },
      decide: (stream) => {
        const subscription = subscriptionOf(stream);
        if (subscription === null) throw new ServiceError('subscription.not_found');
        const command = commandFor(subscription);
        if (command === null) return { events: [], result: false };
        const { project_id } = subscription;
        const facts = { project_id, issued_by: null, endpoint_fault: null, live_in_project: 0 };
        const decision = decideOn(stream, command, { ...facts, subscription_id: subscriptionId });
        return { ...decision, result: true };
      },
    });
  }
}

/** The same secret, encrypted under the newest sealing key. */
function reencryptSecret(
  keys: SealingKeys,
  subscriptionId: string,
  { hmac, signing, public_key }: SubscriptionSecret,
): SubscriptionSecret {
  const reencrypt = (sealed: EncryptedText, member: 'hmac' | 'signing') => {
    const context = `${subscriptionId}/${member}`;
    return keys.encrypt(keys.decrypt(sealed, context), context);
  };
  return { hmac: reencrypt(hmac, 'hmac'), signing: reencrypt(signing, 'signing'), public_key };
}
