import { isSigning, type SubscriptionSnapshot } from '@service/contracts';
import { requireDependedOn } from '../secret-lines/dependents.js';
import { SEALING_KEYS } from '../secret-lines/secret-lines-file.js';
import type { SealingKeys } from './sealing-keys.js';

/** For each key id, how many live subscriptions have a signing secret that is encrypted under it. */
export function countBySealingKey(
  subscriptions: Iterable<SubscriptionSnapshot>,
  now: Date,
): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { state, secrets } of subscriptions) {
    if (state === 'revoked') continue;
    const signing = secrets.filter((secret) => isSigning(secret, now));
    const ids = signing.flatMap((secret) => [secret.hmac.sealing_key_id, secret.signing.sealing_key_id]);
    for (const id of new Set(ids)) counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return counts;
}

/**
 * Checks that every live subscription's deliveries can be signed.
 * @throws StartError naming the keys that are missing, and how many subscriptions depend on each.
 */
export function requireSealingKeys(
  keys: SealingKeys,
  subscriptions: Iterable<SubscriptionSnapshot>,
  now = new Date(),
): void {
  requireDependedOn(SEALING_KEYS, keys, countBySealingKey(subscriptions, now));
}
