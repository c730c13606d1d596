/**
 * Commands that got the stored result of an earlier command with the same idempotency key. The owner's handler notes
 * them, and the transport notes the sender's copy too: the result itself does not show that it is repeated.
 */
const replayed = new WeakSet<object>();

/** Notes that a command got an earlier command's result. */
export function noteReplayed(command: object): void {
  replayed.add(command);
}

/** Whether a command got an earlier command's result. */
export function wasReplayed(command: object): boolean {
  return replayed.has(command);
}
