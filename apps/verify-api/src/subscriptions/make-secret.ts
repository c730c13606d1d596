import { generateKeyPairSync, randomBytes } from 'node:crypto';
import type { SubscriptionSecret } from '@service/contracts';
import type { SealingKeys } from '@service/platform/sealing-keys';

/** A new secret of a subscription: as it is shown to its caller, and encrypted for the command. */
export interface MadeSecret {
  /** `whsec_` and 32 random bytes in base64 (Standard Webhooks). */
  text: string;
  sealed: SubscriptionSecret;
}

/** Makes an HMAC secret and an Ed25519 key (RFC 8032), which sign a subscription's deliveries. */
export function makeSecret(keys: SealingKeys, subscriptionId: string): MadeSecret {
  const text = `whsec_${randomBytes(32).toString('base64')}`;
  const { d: seed = '', x: public_key = '' } = generateKeyPairSync('ed25519').privateKey.export({
    format: 'jwk',
  });
  const hmac = keys.encrypt(text, `${subscriptionId}/hmac`);
  const signing = keys.encrypt(seed, `${subscriptionId}/signing`);
  return { text, sealed: { hmac, signing, public_key } };
}
