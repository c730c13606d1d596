import { KEY_PURPOSES, type KeyRing } from '@service/evidence';
import type { Metrics } from '../metrics/index.js';

/** Adds the age of the key that signs for each purpose to the metrics; a restored copy has no keys, and no ages. */
export function measureSigningKeys(metrics: Metrics, keys: KeyRing, now: () => number = Date.now): void {
  metrics.gauge(
    {
      name: 'signing_key_age_seconds',
      help: 'Age of the key that signs for a purpose, in seconds.',
      labels: ['purpose'],
    },
    () =>
      KEY_PURPOSES.flatMap((purpose) => {
        const [newest] = keys.all(purpose);
        if (newest === undefined) return [];
        const value = (now() - Date.parse(newest.createdAt)) / 1_000;
        return [{ labels: { purpose }, value }];
      }),
  );
}
