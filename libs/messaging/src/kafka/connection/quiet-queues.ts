import { createRequire } from 'node:module';

/** The requests of a connection. */
interface RequestQueue {
  /** Not sent yet. */
  readonly pending: readonly unknown[];
  /** Sent, and not answered yet. */
  readonly inflight: ReadonlyMap<number, SentRequest>;
  readonly enforceRequestTimeout: boolean;
  isConnected(): boolean;
  scheduleCheckPendingRequests(): void;
  scheduleRequestTimeoutCheck(): void;
  destroy(): void;
}

interface SentRequest {
  /** Milliseconds since 1970. */
  readonly sentAt: number;
  readonly requestTimeout: number;
  timeoutRequest(): void;
}

/** Milliseconds between two looks for requests that take too long, as often as kafkajs looks. */
const LOOK_EVERY = 100;

/** The queues whose requests are looked at. */
const watched = new Set<RequestQueue>();
let looking: NodeJS.Timeout | undefined;
let isQuiet = false;

/**
 * Has all connections of kafkajs share one timer. By itself it has two for each:
 * - One that checks the queue, also an empty one, with a negative delay (kafkajs#1751), whose end sets the next: a thousand a
 *   second. Here the queue is checked while a request waits in it.
 * - One that looks every tenth of a second for requests that take too long.
 */
export function quietQueues(): void {
  if (isQuiet) return;
  isQuiet = true;
  const { prototype } = createRequire(import.meta.url)('kafkajs/src/network/requestQueue') as {
    prototype: RequestQueue;
  };
  const { scheduleCheckPendingRequests: schedule, destroy } = prototype;
  prototype.scheduleCheckPendingRequests = function () {
    // Whoever adds a request calls this again.
    if (this.pending.length > 0) schedule.call(this);
  };
  prototype.scheduleRequestTimeoutCheck = function () {
    if (!this.enforceRequestTimeout) return;
    watched.add(this);
    looking ??= setInterval(lookAtAll, LOOK_EVERY);
  };
  prototype.destroy = function () {
    destroy.call(this);
    watched.delete(this);
    if (watched.size > 0) return;
    clearInterval(looking);
    looking = undefined;
  };
}

function lookAtAll(): void {
  const now = Date.now();
  for (const queue of watched) {
    for (const request of queue.inflight.values()) {
      if (now - request.sentAt > request.requestTimeout) request.timeoutRequest();
    }
    if (!queue.isConnected()) queue.destroy();
  }
}
