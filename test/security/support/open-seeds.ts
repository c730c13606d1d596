import { createPrivateKey, createPublicKey } from 'node:crypto';
import { foldLoggedSubscription, type SubscriptionSnapshot } from '@service/contracts';
import { readSealingKeys } from '@service/platform/sealing-keys';
import type { TestService } from '../../support/service.js';

/** The Ed25519 seeds of a subscription, which are never shown, decrypted with the service's sealing keys. */
export async function openSeeds(service: TestService, subscriptionId: string): Promise<string[]> {
  const settings = {
    environment: 'development',
    dataDirectory: service.dataDirectory,
    sealingKeysFile: undefined,
  } as const;
  const keys = await readSealingKeys(settings, service.databaseUrl());
  const events = await service.sql<{ type: string; version: number; data: object }>(
    'SELECT type, version, data FROM webhook_dispatcher.events WHERE stream_id = $1 ORDER BY version',
    [subscriptionId],
  );
  const subscription = events.reduce<SubscriptionSnapshot | undefined>(
    (before, event) => foldLoggedSubscription(before, event) ?? before,
    undefined,
  );
  return (subscription?.secrets ?? []).map(({ signing, public_key }) => {
    const seed = keys.decrypt(signing, `${subscriptionId}/signing`);
    const jwk = { kty: 'OKP', crv: 'Ed25519', d: seed, x: public_key };
    const { x } = createPublicKey(createPrivateKey({ key: jwk, format: 'jwk' })).export({ format: 'jwk' });
    if (x !== public_key) throw new Error('The seed is not the one of the public key.');
    return seed;
  });
}
