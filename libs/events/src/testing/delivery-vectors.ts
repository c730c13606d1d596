import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto';
import type { DeliveryErrorCode } from '../delivery-error.js';
import { signDelivery, type SigningSecret } from '../sign-delivery.js';
import { verifyDelivery } from '../verify-delivery.js';
import { DeliveryError } from '../delivery-error.js';

/** A published delivery. */
export interface DeliveryVector {
  name: string;
  headers: Record<string, string>;
  /** Exactly as received, in base64. */
  body: string;
  /** Secrets and public keys that the receiver has. */
  keys: string[];
  /** ISO 8601: the receiver's time. */
  now: string;
  /** Seconds; 300 where it is not there. */
  tolerance_seconds?: number;
  /** Why the delivery is refused; null where it is accepted. */
  code: DeliveryErrorCode | null;
}

const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');

interface SampleSecret extends SigningSecret {
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

const EVENT_ID = 'evt_01KB0000000000000000000000';
const AT = new Date('2026-11-21T12:00:00.000Z');
const BODY = JSON.stringify({
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
const [own, next, foreign] = ['own', 'next', 'foreign'].map(sampleSecret) as [
  SampleSecret,
  SampleSecret,
  SampleSecret,
];

/** What our verifier says of a delivery. */
export function judgeDelivery({
  headers,
  body,
  keys,
  now,
  tolerance_seconds,
}: Omit<DeliveryVector, 'code' | 'name'>): DeliveryErrorCode | null {
  try {
    verifyDelivery(headers, Buffer.from(body, 'base64'), keys, {
      now: new Date(now),
      ...(tolerance_seconds === undefined ? {} : { tolerance_seconds }),
    });
    return null;
  } catch (error) {
    if (error instanceof DeliveryError) return error.code;
    throw error;
  }
}

const only = (headers: Record<string, string>, prefix: string) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => name.toLowerCase().startsWith(prefix)));
const without = (headers: Record<string, string>, name: string) =>
  Object.fromEntries(Object.entries(headers).filter(([each]) => each !== name));

/** Deliveries that a receiver accepts or refuses. */
export async function deliveryVectors(): Promise<DeliveryVector[]> {
  const signed = async (
    secrets: readonly SampleSecret[],
    text: string | Uint8Array = BODY,
    event_id = EVENT_ID,
    at = AT,
  ): Promise<Record<string, string>> => ({
    ...(await signDelivery({ event_id, body: text as string, secrets, at })),
  });
  const headers = await signed([own]);
  const rotating = await signed([own, next]);
  const later = await signed([own], BODY, EVENT_ID, new Date(AT.getTime() + 3_600_000));
  const standard = only(headers, 'webhook-');
  const base = { headers, body: BODY as string | Uint8Array, keys: [own.hmac], now: AT.toISOString() };
  type Differs = Partial<Omit<DeliveryVector, 'body'>> & { body?: string | Uint8Array };
  const made = (name: string, code: DeliveryErrorCode | null, differs: Differs = {}): DeliveryVector => {
    const { body, ...rest } = { ...base, ...differs };
    return { name, ...rest, body: Buffer.from(body).toString('base64'), code };
  };
  const after = (seconds: number) => new Date(AT.getTime() + seconds * 1_000).toISOString();
  const changed = BODY.replace('active', 'actived');
  const byKey = { keys: [own.public_key] };
  return [
    made('by its secret', null),
    made('by its public key', null, byKey),
    made('by its public key as Standard Webhooks writes it', null, { keys: [own.whpk] }),
    made('by the headers of Standard Webhooks alone, by its secret', null, { headers: standard }),
    made('by the headers of the service alone', null, { headers: only(headers, 'service-') }),
    made('by one of several secrets', null, { keys: [foreign.hmac, own.hmac] }),
    made('by a public key beside the secret of another', null, { keys: [foreign.hmac, own.public_key] }),
    made('by a secret beside the public key of another', null, { keys: [own.hmac, foreign.public_key] }),
    ...[own.hmac, next.hmac, own.public_key, next.public_key].map((key, index) =>
      made(
        `while the secret rotates, by the ${index % 2 === 0 ? 'old' : 'new'} ${index < 2 ? 'secret' : 'public key'}`,
        null,
        { headers: rotating, keys: [key] },
      ),
    ),
    made('after the rotation, by the old secret', 'signature.mismatch', { headers: await signed([next]) }),
    made('with names of headers in lower case', null, {
      headers: Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
      ),
    }),
    made('a changed body, by the secret', 'signature.mismatch', { body: changed }),
    made('a changed body, by the public key', 'signature.mismatch', { ...byKey, body: changed }),
    made('a changed body, by the headers of Standard Webhooks alone', 'signature.mismatch', {
      headers: standard,
      body: changed,
    }),
    made('the body parsed and written again', 'signature.mismatch', {
      body: JSON.stringify(JSON.parse(BODY), null, 1),
    }),
    made('the secret of another subscription', 'signature.mismatch', { keys: [foreign.hmac] }),
    made('the public key of another subscription', 'signature.mismatch', { keys: [foreign.public_key] }),
    made('another event in the service’s header', 'signature.mismatch', {
      headers: { ...headers, 'Service-Event-Id': 'evt_other' },
    }),
    made('another event in the header of Standard Webhooks', 'signature.mismatch', {
      ...byKey,
      headers: { ...headers, 'webhook-id': 'evt_other' },
    }),
    made('signed for another event than the body’s', 'event.other_id', {
      headers: await signed([own], BODY, 'evt_other'),
    }),
    made('five minutes old', null, { now: after(300) }),
    made('more than five minutes old', 'timestamp.too_old', { now: after(301) }),
    made('more than five minutes old, by the public key', 'timestamp.too_old', { ...byKey, now: after(301) }),
    made('five minutes ahead', null, { now: after(-300) }),
    made('more than five minutes ahead', 'timestamp.too_new', { now: after(-301) }),
    made('older than the receiver allows', 'timestamp.too_old', { now: after(60), tolerance_seconds: 30 }),
    made('as old as the receiver allows', null, { now: after(600), tolerance_seconds: 600 }),
    made('an old delivery under a new timestamp', 'signature.mismatch', {
      now: after(3_600),
      headers: { ...headers, 'Service-Timestamp': later['Service-Timestamp'] ?? '' },
    }),
    made('without its timestamp', 'header.missing', { headers: without(headers, 'Service-Timestamp') }),
    made('without its event’s id', 'header.missing', { headers: without(headers, 'Service-Event-Id') }),
    made('without any signature', 'header.missing', { headers: {} }),
    made('without the signatures that a public key checks', 'header.missing', {
      ...byKey,
      headers: only(headers, 'service-'),
    }),
    made('a timestamp in seconds', 'header.malformed', {
      headers: { ...headers, 'Service-Timestamp': headers['webhook-timestamp'] ?? '' },
    }),
    made('a timestamp that is no time', 'header.malformed', {
      headers: { ...headers, 'Service-Timestamp': '2026-99-99T00:00:00Z' },
    }),
    made('a timestamp with an exponent', 'header.malformed', {
      ...byKey,
      headers: { ...headers, 'webhook-timestamp': '1e9' },
    }),
    made('more signatures than a rotation needs', 'header.malformed', {
      ...byKey,
      headers: { ...headers, 'webhook-signature': 'v1a,AAAA '.repeat(17).trimEnd() },
    }),
    made('a signature in upper case', 'signature.mismatch', {
      headers: { ...headers, 'Service-Signature': (headers['Service-Signature'] ?? '').toUpperCase() },
    }),
    made('a signature of another version', 'signature.mismatch', {
      ...byKey,
      headers: { ...headers, 'webhook-signature': (headers['webhook-signature'] ?? '').replace('v1a', 'v2') },
    }),
    made('no secret', 'key.malformed', { keys: [] }),
    made('a secret that is too short', 'key.malformed', { keys: ['whsec_AAAA'] }),
    made('a secret without its prefix', 'key.malformed', { keys: [own.hmac.slice('whsec_'.length)] }),
    made('a public key that is too short', 'key.malformed', { keys: [own.public_key.slice(1)] }),
    made('a public key of low order', 'key.malformed', {
      keys: [Buffer.alloc(32).toString('base64url')],
    }),
    ...(await Promise.all(
      ['', 'null', '[]', '{"event":1}', '{"event":{}}', '{'].map(async (text) =>
        made(`a signed body that holds no event: ${text}`, 'body.malformed', {
          body: text,
          headers: await signed([own], text),
        }),
      ),
    )),
  ];
}
