import { DeliveryError } from './delivery-error.js';

type HeaderValue = string | readonly string[] | null | undefined;

/** A request's headers: an object, as Node's or a gateway's; name and value in pairs; or a `Headers` of the Fetch standard. */
export type DeliveryHeaders =
  | Readonly<Record<string, HeaderValue>>
  | Iterable<readonly [string, HeaderValue]>
  | { get(name: string): string | null };

/** Reads a header by its name in lower case; undefined where it is missing or empty. */
export type ReadHeader = (name: HeaderName) => string | undefined;

const NAMES = [
  'service-event-id',
  'service-signature',
  'service-signature-next',
  'service-timestamp',
  'webhook-id',
  'webhook-signature',
  'webhook-timestamp',
] as const;
type HeaderName = (typeof NAMES)[number];
const PRINTABLE_ASCII = /^[ -~]*$/;

/**
 * The headers that identify and sign a delivery, whichever of them are needed; others are left alone.
 * @throws DeliveryError `header.malformed` for one that occurs more than once, or is no line of ASCII.
 */
export function headerReader(headers: DeliveryHeaders | null | undefined): ReadHeader {
  const values = new Map<string, string>();
  for (const [name, value] of pairsOf(headers)) {
    const known = NAMES.find((each) => each === String(name).toLowerCase());
    if (known === undefined) continue;
    for (const each of [value].flat()) {
      if (each === undefined || each === null) continue;
      if (!isSingle(each) || values.has(known)) throw malformed(known);
      values.set(known, each);
    }
  }
  return (name) => values.get(name) || undefined;
}

/** Servers join repeated headers with a comma and a space (RFC 9110, section 5.3), which none of ours contains. */
function isSingle(value: unknown): value is string {
  return typeof value === 'string' && PRINTABLE_ASCII.test(value) && !value.includes(', ');
}

function pairsOf(headers: unknown): (readonly unknown[])[] {
  if (headers === null || headers === undefined) return [];
  if (typeof headers === 'object') {
    if (isIterable(headers)) {
      const pairs = Array.from(headers);
      if (pairs.every((pair) => Array.isArray(pair) && pair.length === 2)) return pairs as unknown[][];
    } else if (isFetchHeaders(headers)) {
      return NAMES.map((name) => [name, headers.get(name)]);
    } else {
      return Object.entries(headers);
    }
  }
  throw new DeliveryError(
    'header.malformed',
    'The headers are neither an object nor pairs of name and value.',
  );
}

function isIterable(headers: object): headers is Iterable<unknown> {
  return Symbol.iterator in headers;
}

function isFetchHeaders(headers: object): headers is { get(name: string): string | null } {
  return 'get' in headers && typeof headers.get === 'function';
}

/** @throws DeliveryError `header.missing`. */
export function required(read: ReadHeader, name: HeaderName): string {
  const value = read(name);
  if (value === undefined) throw new DeliveryError('header.missing', `The header ${name} is missing.`);
  return value;
}

export function malformed(name: HeaderName): DeliveryError {
  return new DeliveryError('header.malformed', `The header ${name} is malformed or occurs more than once.`);
}
