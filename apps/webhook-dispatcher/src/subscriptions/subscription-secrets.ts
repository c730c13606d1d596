import type { SealedText, SubscriptionSecret } from '@service/contracts';
import type { SealingKeys } from '@service/platform/sealing';

/** The same secret, sealed under the newest key. */
export function resealSecret(
  keys: SealingKeys,
  subscriptionId: string,
  { hmac, signing, public_key }: SubscriptionSecret,
): SubscriptionSecret {
  const resealed = (sealed: SealedText, member: 'hmac' | 'signing') => {
    const context = `${subscriptionId}/${member}`;
    return keys.seal(keys.open(sealed, context), context);
  };
  return { hmac: resealed(hmac, 'hmac'), signing: resealed(signing, 'signing'), public_key };
}
