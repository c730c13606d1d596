import type { KnownSubscriptionSecret, SubscriptionSnapshot } from '@service/contracts';
import { StartError } from '../start-error.js';
import type { SealingKeys } from './sealing-keys.js';

/** Whether a secret still signs at a moment. */
export function isSigning({ works_until }: KnownSubscriptionSecret, now: Date): boolean {
  return works_until === null || Date.parse(works_until) > now.getTime();
}

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
  const missing = [...countBySealingKey(subscriptions, now)].filter(([id]) => !keys.ids.includes(id));
  if (missing.length === 0) return;
  const sentences = missing.map(
    ([id, count]) => `${keys.place} lacks the sealing key ${id}, which ${inWords(count)}; put its line back.`,
  );
  throw new StartError(sentences.join('\n'));
}

function inWords(count: number): string {
  return count === 1 ? '1 live subscription depends on' : `${count} live subscriptions depend on`;
}
