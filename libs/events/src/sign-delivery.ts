import { encodeBase64, encodeHex } from '@service/evidence/primitives';
import { secretHmacs, type SecretHmacs } from './delivery-keys.js';
import { contentOf, hmacOf } from './signed-content.js';

/** A secret of a subscription. Reuse the object for further deliveries, which are then signed faster. */
export interface SigningSecret {
  /** The secret's text as it was shown: `whsec_` and base64. */
  readonly hmac: string;
  /** Signs bytes with the Ed25519 private key; best outside the event loop, since it takes longer than the rest. Left out
   *  where deliveries have no `v1a`. */
  readonly sign?: (content: Uint8Array) => Promise<Uint8Array>;
}

/** One attempt to deliver an event. */
export interface UnsignedDelivery {
  event_id: string;
  /** The exact body. */
  body: string;
  /** Oldest first: one, or two while the secret rotates. */
  secrets: readonly SigningSecret[];
  /** Time of the attempt. */
  at: Date;
}

/** The headers that identify and sign a delivery. */
export interface SignatureHeaders {
  'Service-Signature': string;
  'Service-Signature-Next'?: string;
  'Service-Event-Id': string;
  'Service-Timestamp': string;
  'webhook-id': string;
  'webhook-timestamp': string;
  'webhook-signature': string;
}

/**
 * Signs one attempt, in both forms: the specification's section 6 (`Service-Signature`, over the timestamp in
 * ISO 8601 and under the secret's text) and Standard Webhooks (`v1` under the bytes that the text stands for, `v1a`
 * by Ed25519, RFC 8032, where a secret has a key for it). While a secret rotates, `Service-Signature` is the old one's,
 * `Service-Signature-Next` the new one's, and `webhook-signature` lists both.
 * @throws DeliveryError `key.malformed` for an invalid secret, RangeError without a secret.
 */
export async function signDelivery({
  event_id,
  body,
  secrets,
  at,
}: UnsignedDelivery): Promise<SignatureHeaders> {
  const keys = secrets.map(keysOf);
  const [oldest, next] = keys;
  if (oldest === undefined) throw new RangeError('A delivery needs at least one secret.');
  const seconds = Math.floor(at.getTime() / 1_000);
  const timestamp = `${new Date(seconds * 1_000).toISOString().slice(0, 19)}Z`;
  const signers = secrets.flatMap(({ sign }) => (sign === undefined ? [] : [sign]));
  // The HMACs are computed while these are under way.
  const asymmetric = Promise.all(signers.map((sign) => sign(contentOf(event_id, String(seconds), body))));
  const ours = ({ text }: SecretHmacs) => `sha256=${encodeHex(hmacOf(text, event_id, timestamp, body))}`;
  const standard = ({ bytes }: SecretHmacs) =>
    `v1,${encodeBase64(hmacOf(bytes, event_id, String(seconds), body))}`;
  return {
    'Service-Signature': ours(oldest),
    ...(next !== undefined && { 'Service-Signature-Next': ours(next) }),
    'Service-Event-Id': event_id,
    'Service-Timestamp': timestamp,
    'webhook-id': event_id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': [
      ...keys.map(standard),
      ...(await asymmetric).map((signature) => `v1a,${encodeBase64(signature)}`),
    ].join(' '),
  };
}

/** A cache by secret: making a key from bytes costs as much as the HMAC itself. */
const knownKeys = new WeakMap<SigningSecret, SecretHmacs>();

function keysOf(secret: SigningSecret): SecretHmacs {
  const known = knownKeys.get(secret);
  if (known !== undefined) return known;
  const made = secretHmacs(secret.hmac);
  knownKeys.set(secret, made);
  return made;
}
