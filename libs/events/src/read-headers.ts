import { DeliveryError } from './delivery-error.js';

/** A request's headers: a plain object, Node's `IncomingHttpHeaders`, or a `Headers` of the Fetch standard. */
export type DeliveryHeaders =
  Readonly<Record<string, string | readonly string[] | undefined>> | { get(name: string): string | null };

/** Reads a header by its name in lower case; undefined where it is missing or empty. */
export type ReadHeader = (name: string) => string | undefined;

/** @throws DeliveryError `header.malformed` for a repeated header. */
export function headerReader(headers: DeliveryHeaders): ReadHeader {
  if (isFetchHeaders(headers)) return (name) => headers.get(name) || undefined;
  const entries = Object.entries(headers);
  return (name) => {
    const values = entries.flatMap(([key, value]) => (key.toLowerCase() === name ? (value ?? []) : []));
    if (values.length > 1) {
      throw new DeliveryError('header.malformed', `The header ${name} occurs more than once.`);
    }
    return values[0] || undefined;
  };
}

function isFetchHeaders(headers: DeliveryHeaders): headers is { get(name: string): string | null } {
  return typeof headers['get'] === 'function';
}

/** @throws DeliveryError `header.missing`. */
export function required(read: ReadHeader, name: string): string {
  const value = read(name);
  if (value === undefined) throw new DeliveryError('header.missing', `The header ${name} is missing.`);
  return value;
}
