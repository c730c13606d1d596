import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto';
import type { DeliveryErrorCode } from '../delivery-error.js';
import { signDelivery, type SigningSecret } from '../sign-delivery.js';

/** A published delivery. */
export interface DeliveryVector {
  name: string;
  /** Name and value, in their order. A value that is no text is what a program made of it. */
  headers: (readonly [string, unknown])[];
  /** Exactly as received, in base64. */
  body: string;
  /** What is handed over instead of the body. */
  body_as?: 'parsed' | 'null';
  /** Secrets and public keys that the receiver has. */
  keys: unknown;
  /** ISO 8601: the receiver's time. */
  now: string;
  /** Seconds; 300 where it is not there. */
  tolerance_seconds?: unknown;
  /** Why the delivery is refused; null where it is accepted; `argument` where the receiver's own arguments are at fault. */
  code: DeliveryErrorCode | 'argument' | null;
}

const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');

export interface SampleSecret extends SigningSecret {
  public_key: string;
  whpk: string;
}

/** The same secret for the same name in every run. Everybody knows it. */
function sampleSecret(name: string): SampleSecret {
  const bytes = (what: string) => createHash('sha256').update(`sample ${what}: ${name}`).digest();
  const der = Buffer.concat([PKCS8_HEAD, bytes('delivery key')]);
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  const { x = '' } = createPublicKey(privateKey).export({ format: 'jwk' });
  return {
    hmac: `whsec_${bytes('secret').toString('base64')}`,
    sign: (content) => Promise.resolve(sign(null, content, privateKey)),
    public_key: x,
    whpk: `whpk_${Buffer.from(x, 'base64url').toString('base64')}`,
  };
}

export const EVENT_ID = 'evt_01KB0000000000000000000000';
export const AT = new Date('2026-11-21T12:00:00.000Z');
export const BODY = JSON.stringify({
  event: {
    id: EVENT_ID,
    type: 'service.record.registered',
    record_id: 'rec_1',
    state: 'active',
    evidence: { provenance: {}, authority: {} },
    occurred_at: '2026-11-21T11:59:59.412Z',
    subject: { type: 'record', id: 'rec_1', version: 1 },
    reason: 'Zoë’s',
  },
});
export const [own, next, foreign] = ['own', 'next', 'foreign'].map(sampleSecret) as [
  SampleSecret,
  SampleSecret,
  SampleSecret,
];

/** The headers of a delivery that secrets sign. */
export async function signed(
  secrets: readonly SampleSecret[],
  body: string | Uint8Array = BODY,
  event_id = EVENT_ID,
  at = AT,
): Promise<Record<string, string>> {
  return { ...(await signDelivery({ event_id, body: body as string, secrets, at })) };
}

type Headers = Readonly<Record<string, unknown>> | DeliveryVector['headers'];
type Differs = Partial<Omit<DeliveryVector, 'body' | 'headers'>> & {
  body?: string | Uint8Array;
  headers?: Headers;
};
const honest = await signed([own]);

/** A delivery by its secret, and how it differs from that. */
export function made(name: string, code: DeliveryVector['code'], differs: Differs = {}): DeliveryVector {
  const { headers = honest, body = BODY, ...rest } = differs;
  return {
    name,
    headers: Array.isArray(headers) ? headers : Object.entries(headers),
    body: Buffer.from(body).toString('base64'),
    keys: [own.hmac],
    now: AT.toISOString(),
    ...rest,
    code,
  };
}
