import { decodeBase64, encodeBase64, encodeHex, sameSecretText } from '@service/evidence/primitives';
import { readEvent, type DeliveredEvent } from './delivered-event.js';
import { DeliveryError } from './delivery-error.js';
import { readDeliveryKey, type DeliveryKey } from './delivery-keys.js';
import { contentOfBody, type RawBody } from './raw-body.js';
import { headerReader, malformed, required, type DeliveryHeaders, type ReadHeader } from './read-headers.js';
import { contentOf, hmacOf } from './signed-content.js';

export interface VerifyOptions {
  /** Maximum difference of the timestamp to the receiver's clock, in seconds; default 300. */
  tolerance_seconds?: number;
  /** The receiver's time; default: the system's clock. */
  now?: Date;
}

/** The signatures of one scheme and what they cover. */
interface Signed {
  id: string;
  timestamp: string;
  /** Since 1970, in seconds. */
  seconds: number;
  signatures: readonly string[];
}

const TOLERANCE_SECONDS = 300;
/** A rotation needs two of each kind; more would only cost the receiver time. */
const SIGNATURES_AT_MOST = 16;
const SERVICE_TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;
const WEBHOOK_TIMESTAMP = /^\d{1,11}$/;

/**
 * Verifies a delivery and returns its event. A secret checks `Service-Signature` and `Service-Signature-Next`
 * (specification, section 6), or `v1` of `webhook-signature` without those headers; a public key checks `v1a` (Standard
 * Webhooks). One signature that is valid under one of the secrets or keys is enough, and no header may
 * name another event or time than it covers. Compares in constant time.
 * @param rawBody exactly as received: a body that was parsed and serialized again may have other bytes.
 * @param secretOrKey `whsec_...`, or an Ed25519 public key in base64url or as `whpk_...`; or several of them.
 * @throws DeliveryError, whose code says what is wrong; TypeError or RangeError for impossible options.
 */
export function verifyDelivery(
  headers: DeliveryHeaders,
  rawBody: RawBody,
  secretOrKey: string | readonly string[],
  { tolerance_seconds = TOLERANCE_SECONDS, now = new Date() }: VerifyOptions = {},
): DeliveredEvent {
  checkOptions(tolerance_seconds, now);
  const body = contentOfBody(rawBody);
  const keys = [secretOrKey].flat().map(readDeliveryKey);
  if (keys.length === 0) throw new DeliveryError('key.malformed', 'No secret and no key was given.');
  const read = headerReader(headers);
  const { id, seconds } = checkSignatures(read, body, keys, (at) =>
    checkTime(at, now.getTime() / 1_000, tolerance_seconds),
  );
  if (contradicts(read, id, seconds)) throw mismatch();
  const event = readEvent(body);
  if (event.id !== id) throw new DeliveryError('event.other_id', 'The headers name another event.');
  return event;
}

function checkOptions(tolerance: number, now: Date): void {
  if (typeof tolerance !== 'number') throw new TypeError('tolerance_seconds is not a number.');
  if (!Number.isFinite(tolerance) || tolerance < 0)
    throw new RangeError('tolerance_seconds is negative, infinite or NaN.');
  if (Number.isNaN(now.getTime())) throw new RangeError('now is an invalid Date.');
}

/** What a valid signature covers. */
function checkSignatures(
  read: ReadHeader,
  body: string | Uint8Array,
  keys: readonly DeliveryKey[],
  checkAge: (seconds: number) => void,
): Signed {
  const isOurs = keys.some(({ kind }) => kind === 'secret') && read('service-signature') !== undefined;
  if (isOurs) {
    const signed = readServiceHeaders(read);
    checkAge(signed.seconds);
    if (keys.some((key) => isServiceSignature(signed, body, key))) return signed;
    if (keys.every(({ kind }) => kind === 'secret')) throw mismatch();
  }
  const signed = readWebhookHeaders(read);
  checkAge(signed.seconds);
  if (keys.some((key) => isWebhookSignature(signed, body, key))) return signed;
  throw mismatch();
}

/**
 * Whether the headers of one scheme name another event or time than the valid signature covers, as those of the other scheme
 * could: a receiver may read either.
 */
function contradicts(read: ReadHeader, id: string, seconds: number): boolean {
  const covered = [
    ['service-event-id', id],
    ['webhook-id', id],
    ['service-timestamp', serviceTimestamp(seconds)],
    ['webhook-timestamp', `${seconds}`],
  ] as const;
  return covered.some(([name, value]) => (read(name) ?? value) !== value);
}

function mismatch(): DeliveryError {
  return new DeliveryError(
    'signature.mismatch',
    'No signature is valid: another secret or key, a changed body, or changed headers.',
  );
}

function readServiceHeaders(read: ReadHeader): Signed {
  const timestamp = required(read, 'service-timestamp');
  const seconds = Date.parse(timestamp) / 1_000;
  // Date.parse takes 31 February and 24:00 for times of the next day.
  if (!SERVICE_TIMESTAMP.test(timestamp) || serviceTimestamp(seconds) !== timestamp)
    throw malformed('service-timestamp');
  const next = read('service-signature-next');
  const signatures = [required(read, 'service-signature'), ...(next === undefined ? [] : [next])];
  return { id: required(read, 'service-event-id'), timestamp, seconds, signatures };
}

function readWebhookHeaders(read: ReadHeader): Signed {
  const timestamp = required(read, 'webhook-timestamp');
  if (!WEBHOOK_TIMESTAMP.test(timestamp)) throw malformed('webhook-timestamp');
  const signatures = required(read, 'webhook-signature').split(' ');
  if (signatures.length > SIGNATURES_AT_MOST) throw malformed('webhook-signature');
  return { id: required(read, 'webhook-id'), timestamp, seconds: Number(timestamp), signatures };
}

function serviceTimestamp(seconds: number): string | null {
  return Number.isNaN(seconds) ? null : `${new Date(seconds * 1_000).toISOString().slice(0, 19)}Z`;
}

function checkTime(seconds: number, now: number, tolerance: number): void {
  if (seconds < now - tolerance) {
    throw new DeliveryError('timestamp.too_old', `The delivery is more than ${tolerance} s old.`);
  }
  if (seconds > now + tolerance) {
    throw new DeliveryError('timestamp.too_new', `The delivery is from more than ${tolerance} s ahead.`);
  }
}

function isServiceSignature(
  { id, timestamp, signatures }: Signed,
  body: string | Uint8Array,
  key: DeliveryKey,
): boolean {
  if (key.kind !== 'secret') return false;
  const expected = `sha256=${encodeHex(hmacOf(key.hmacs.text, id, timestamp, body))}`;
  return signatures.some((signature) => sameSecretText(signature, expected));
}

function isWebhookSignature(
  { id, timestamp, signatures }: Signed,
  body: string | Uint8Array,
  key: DeliveryKey,
): boolean {
  if (key.kind === 'secret') {
    const expected = `v1,${encodeBase64(hmacOf(key.hmacs.bytes, id, timestamp, body))}`;
    return signatures.some((signature) => sameSecretText(signature, expected));
  }
  const content = contentOf(id, timestamp, body);
  return signatures.some((signature) => {
    const bytes = signature.startsWith('v1a,') ? decodeBase64(signature.slice('v1a,'.length)) : null;
    return bytes !== null && key.key.verify(content, bytes);
  });
}
