import { isSigning, type SubscriptionSnapshot } from '@service/contracts';
import { requireDependedOn } from '../secret-lines/dependents.js';
import { SEALING_KEYS } from '../secret-lines/secret-lines-file.js';
import type { SealingKeys } from './sealing-keys.js';

/** How many live subscriptions have a secret that signs, and is sealed under the key of each id. */
export function countBySealingKey(
  subscriptions: Iterable<SubscriptionSnapshot>,
  now: Date,
): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { state, secrets } of subscriptions) {
    if (state === 'revoked') continue;
    const sealed = secrets.filter((secret) => isSigning(secret, now));
    const ids = sealed.flatMap(({ hmac, signing }) => [hmac.sealing_key_id, signing.sealing_key_id]);
    for (const id of new Set(ids)) counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return counts;
}

/**
 * Makes sure that every live subscription's deliveries can be signed.
 * @throws StartError naming the keys that are missing, and how many subscriptions depend on each.
 */
export function requireSealingKeys(
  keys: SealingKeys,
  subscriptions: Iterable<SubscriptionSnapshot>,
  now = new Date(),
): void {
  requireDependedOn(SEALING_KEYS, keys, countBySealingKey(subscriptions, now));
}
