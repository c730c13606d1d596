import { EXIT } from './exit-codes.js';

/** Why a command fails: one plain sentence for the user, shown without a stack. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  /** How the command ends. */
  readonly exitCode: number;

  constructor(
    message: string,
    { exitCode = EXIT.wrongCall, ...options }: ErrorOptions & { exitCode?: number } = {},
  ) {
    super(message, options);
    this.exitCode = exitCode;
  }
}

// No `instanceof Error` here: an error may come from another realm, such as a test runner's.

/** The message of an error, for the end of a sentence. */
export function reasonOf(error: unknown): string {
  const message = propertyOf(error, 'message') ?? error;
  const parts = propertyOf(error, 'errors');
  // A refused connection to a name with several addresses has its messages in its parts.
  if (message === '' && Array.isArray(parts)) return [...new Set(parts.map(reasonOf))].join(', ');
  return String(message).trim().replace(/\.$/, '');
}

/** A property of anything that was thrown. */
export function propertyOf(error: unknown, name: string): unknown {
  return typeof error === 'object' && error !== null ? (Reflect.get(error, name) as unknown) : undefined;
}
