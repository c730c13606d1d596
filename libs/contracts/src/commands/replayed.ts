/**
 * Commands that got the result of an earlier command with their idempotency key. The owner's handler notes it, and the
 * transport notes it for the sender's command too: a reply and a refusal look the same whether they are repeated or not.
 */
const replayed = new WeakSet<object>();

/** Notes that the result of a command is an earlier one's. */
export function noteReplayed(command: object): void {
  replayed.add(command);
}

/** Whether the result of a command was that of an earlier one. */
export function wasReplayed(command: object): boolean {
  return replayed.has(command);
}
