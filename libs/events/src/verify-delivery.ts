import { decodeBase64, encodeBase64, encodeHex, sameSecretText } from '@service/evidence/primitives';
import { readEvent, type DeliveredEvent } from './delivered-event.js';
import { DeliveryError } from './delivery-error.js';
import { readDeliveryKey, type DeliveryKey } from './delivery-keys.js';
import { headerReader, required, type DeliveryHeaders, type ReadHeader } from './read-headers.js';
import { contentOf, hmacOf, type RawBody } from './signed-content.js';

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
const WEBHOOK_TIMESTAMP = /^\d{1,12}$/;

/**
 * Verifies a delivery and returns its event. A secret checks `Service-Signature` and `Service-Signature-Next`
 * (specification, section 6), or `v1` of `webhook-signature` without those headers; a public key checks `v1a` (Standard
 * Webhooks). One signature that is valid under one of the secrets or keys is enough. Compares in constant time.
 * @param rawBody exactly as received: a body that was parsed and serialized again may have other bytes.
 * @param secretOrKey `whsec_...`, or an Ed25519 public key in base64url or as `whpk_...`; or several of them.
 * @throws DeliveryError, whose code says what is wrong.
 */
export function verifyDelivery(
  headers: DeliveryHeaders,
  rawBody: RawBody,
  secretOrKey: string | readonly string[],
  { tolerance_seconds = TOLERANCE_SECONDS, now = new Date() }: VerifyOptions = {},
): DeliveredEvent {
  if (typeof rawBody !== 'string' && !(rawBody instanceof Uint8Array)) {
    throw new DeliveryError('body.not_raw', 'The body must be given as received, as bytes or as a text.');
  }
  const keys = [secretOrKey].flat().map(readDeliveryKey);
  if (keys.length === 0) throw new DeliveryError('key.malformed', 'No secret and no key was given.');
  const read = headerReader(headers);
  const id = checkSignatures(read, rawBody, keys, (seconds) =>
    checkTime(seconds, now.getTime() / 1_000, tolerance_seconds),
  );
  const event = readEvent(rawBody);
  if (event.id !== id) throw new DeliveryError('event.other_id', 'The headers name another event.');
  return event;
}

/** The id that a valid signature covers. */
function checkSignatures(
  read: ReadHeader,
  body: RawBody,
  keys: readonly DeliveryKey[],
  checkAge: (seconds: number) => void,
): string {
  const isOurs = keys.some(({ kind }) => kind === 'secret') && read('service-signature') !== undefined;
  if (isOurs) {
    const signed = readServiceHeaders(read);
    checkAge(signed.seconds);
    if (keys.some((key) => isServiceSignature(signed, body, key))) return signed.id;
    if (keys.every(({ kind }) => kind === 'secret')) throw mismatch();
  }
  const signed = readWebhookHeaders(read);
  checkAge(signed.seconds);
  if (keys.some((key) => isWebhookSignature(signed, body, key))) return signed.id;
  throw mismatch();
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
  if (!SERVICE_TIMESTAMP.test(timestamp) || Number.isNaN(seconds)) throw malformed('service-timestamp');
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

function malformed(name: string): DeliveryError {
  return new DeliveryError('header.malformed', `The header ${name} is malformed.`);
}

function checkTime(seconds: number, now: number, tolerance: number): void {
  // Not `<` and `>`: NaN, as of a setting that is missing, would let any age pass.
  if (!(seconds >= now - tolerance)) {
    throw new DeliveryError('timestamp.too_old', `The delivery is more than ${tolerance} s old.`);
  }
  if (!(seconds <= now + tolerance)) {
    throw new DeliveryError('timestamp.too_new', `The delivery is from more than ${tolerance} s ahead.`);
  }
}

function isServiceSignature({ id, timestamp, signatures }: Signed, body: RawBody, key: DeliveryKey): boolean {
  if (key.kind !== 'secret') return false;
  const expected = `sha256=${encodeHex(hmacOf(key.hmacs.text, id, timestamp, body))}`;
  return signatures.some((signature) => sameSecretText(signature, expected));
}

function isWebhookSignature({ id, timestamp, signatures }: Signed, body: RawBody, key: DeliveryKey): boolean {
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
