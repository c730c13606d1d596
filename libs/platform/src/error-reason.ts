/** A property of a thrown value. */
export function propertyOf(error: unknown, name: string): unknown {
  // Not `instanceof Error`: an error may be of another realm, as in a test runner.
  if (typeof error !== 'object' || error === null) return undefined;
  return Reflect.get(error, name) as unknown;
}

/** Whether an error has this code of the operating system, PostgreSQL (SQLSTATE) or Node. */
export function hasCode(error: unknown, code: string): boolean {
  return propertyOf(error, 'code') === code;
}

/** Message of an error, for the end of a sentence. */
export function reasonOf(error: unknown): string {
  const message = propertyOf(error, 'message') ?? error;
  const parts = propertyOf(error, 'errors');
  // A refused connection to a name with several addresses has an empty message; its parts have one each.
  if (message === '' && Array.isArray(parts)) return [...new Set(parts.map(reasonOf))].join(', ');
  return String(message).trim().replace(/\.$/, '');
}

/** A thrown value in one line, with its kind. */
export function causeOf(error: unknown): string {
  const name = propertyOf(error, 'name');
  return typeof name === 'string' ? `${name}: ${reasonOf(error)}` : `no error: ${reasonOf(error)}`;
}
