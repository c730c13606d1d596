/** A reason why a command cannot do its work, told to its caller: one plain sentence, complete without a stack. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

// Nothing here asks for `instanceof Error`: an error may come from another realm, such as that of a test runner.

/** What an error says, for the end of a sentence. */
export function reasonOf(error: unknown): string {
  const message = propertyOf(error, 'message') ?? error;
  const parts = propertyOf(error, 'errors');
  // A refused connection to a name with several addresses says nothing itself; its parts do.
  if (message === '' && Array.isArray(parts)) return [...new Set(parts.map(reasonOf))].join(', ');
  return String(message).trim().replace(/\.$/, '');
}

/** What an error, whatever was thrown, holds under a name. */
export function propertyOf(error: unknown, name: string): unknown {
  return typeof error === 'object' && error !== null ? (Reflect.get(error, name) as unknown) : undefined;
}
