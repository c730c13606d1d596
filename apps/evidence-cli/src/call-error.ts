/** The command was called wrongly, or a file that it was given cannot be used: one plain sentence. */
export class CallError extends Error {
  override readonly name = 'CallError';
}
