import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { SigningSecret } from '@service/events';
import { AddressGuard, type AddressGuardOptions } from '../address-guard.js';
import type { DeliveryAttempt } from '../delivery-attempt.js';

/** A guard that allows only public addresses, unless the options say otherwise. */
export function guardOf(options: Partial<AddressGuardOptions> = {}): AddressGuard {
  return new AddressGuard({
    allowed: [],
    denied: [],
    allowsLoopback: false,
    isOwnPort: () => false,
    ...options,
  });
}

function newSecret(): SigningSecret {
  const { privateKey } = generateKeyPairSync('ed25519');
  return {
    hmac: `whsec_${randomBytes(32).toString('base64')}`,
    sign: (content) => Promise.resolve(sign(null, content, privateKey)),
  };
}

const secrets = [newSecret()];

export function attemptAt(url: string): DeliveryAttempt {
  const event_id = 'evt_01KB0000000000000000000000';
  return { url, event_id, body: JSON.stringify({ event: { id: event_id } }), secrets, at: new Date() };
}
