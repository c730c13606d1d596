import { createRequire } from 'node:module';

/** The queue of a connection's requests that were not sent yet. */
interface RequestQueue {
  readonly pending: readonly unknown[];
  scheduleCheckPendingRequests(): void;
}

let isQuiet = false;

/**
 * Has kafkajs check a connection's queue only while a request waits in it. By itself it sets a timer with a negative delay
 * for an empty queue, too (kafkajs#1751), whose end sets the next one: a thousand a second for as long as there is a connection.
 */
export function quietQueues(): void {
  if (isQuiet) return;
  isQuiet = true;
  const { prototype } = createRequire(import.meta.url)('kafkajs/src/network/requestQueue') as {
    prototype: RequestQueue;
  };
  const { scheduleCheckPendingRequests: schedule } = prototype;
  prototype.scheduleCheckPendingRequests = function () {
    // Whoever adds a request calls this again.
    if (this.pending.length > 0) schedule.call(this);
  };
}
