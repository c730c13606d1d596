import { deliveryFormVectors } from './delivery-form-vectors.js';
import {
  AT,
  BODY,
  EVENT_ID,
  foreign,
  made,
  next,
  own,
  signed,
  type DeliveryVector,
} from './delivery-samples.js';

const only = (headers: Record<string, string>, prefix: string) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => name.toLowerCase().startsWith(prefix)));
const without = (headers: Record<string, string>, name: string) =>
  Object.fromEntries(Object.entries(headers).filter(([each]) => each !== name));

/** Deliveries that a receiver accepts or refuses. */
export async function deliveryVectors(): Promise<DeliveryVector[]> {
  const headers = await signed([own]);
  const rotating = await signed([own, next]);
  const later = await signed([own], BODY, EVENT_ID, new Date(AT.getTime() + 3_600_000));
  const standard = only(headers, 'webhook-');
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
    made('the secret and the public key of another subscription', 'signature.mismatch', {
      keys: [foreign.hmac, foreign.public_key],
    }),
    made('another event in the service’s header', 'signature.mismatch', {
      headers: { ...headers, 'Service-Event-Id': 'evt_other' },
    }),
    made('another event in the header of Standard Webhooks', 'signature.mismatch', {
      ...byKey,
      headers: { ...headers, 'webhook-id': 'evt_other' },
    }),
    made('another event in the header of Standard Webhooks, by the secret', 'signature.mismatch', {
      headers: { ...headers, 'webhook-id': 'evt_other' },
    }),
    made('another event in the service’s header, by the public key', 'signature.mismatch', {
      ...byKey,
      headers: { ...headers, 'Service-Event-Id': 'evt_other' },
    }),
    made('the headers of Standard Webhooks of another delivery', 'signature.mismatch', {
      headers: { ...headers, ...only(later, 'webhook-') },
    }),
    made('the service’s headers of another delivery, by the public key', 'signature.mismatch', {
      ...byKey,
      headers: { ...headers, ...only(later, 'service-') },
    }),
    made('the service’s timestamp is no time, by the public key', 'signature.mismatch', {
      ...byKey,
      headers: { ...headers, 'Service-Timestamp': '2026-99-99T00:00:00Z' },
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
      ['', '\ufeff', 'null', '[]', '{}', '{"event":1}', '{"event":{}}', '{'].map(async (text) =>
        made(`a signed body that holds no event: ${text}`, 'body.malformed', {
          body: text,
          headers: await signed([own], text),
        }),
      ),
    )),
    ...(await deliveryFormVectors()),
  ];
}
