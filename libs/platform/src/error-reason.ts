/** What the error, whatever was thrown, holds under that name. */
export function propertyOf(error: unknown, name: string): unknown {
  // Not `instanceof Error`: an error may come from another realm, such as that of a test runner.
  if (typeof error !== 'object' || error === null) return undefined;
  return Reflect.get(error, name) as unknown;
}

/** Whether the error carries this code of the operating system, of PostgreSQL (SQLSTATE) or of Node. */
export function hasCode(error: unknown, code: string): boolean {
  return propertyOf(error, 'code') === code;
}

/** What an error says, for the end of a sentence. */
export function reasonOf(error: unknown): string {
  const message = propertyOf(error, 'message') ?? error;
  const parts = propertyOf(error, 'errors');
  // A refused connection to a name with several addresses says nothing itself; its parts do.
  if (message === '' && Array.isArray(parts)) return [...new Set(parts.map(reasonOf))].join(', ');
  return String(message).trim().replace(/\.$/, '');
}

/** What was thrown, in one line that names its kind. */
export function causeOf(error: unknown): string {
  const name = propertyOf(error, 'name');
  return typeof name === 'string' ? `${name}: ${reasonOf(error)}` : `no error: ${reasonOf(error)}`;
}
