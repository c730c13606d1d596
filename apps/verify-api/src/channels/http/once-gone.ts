import type { ServerResponse } from 'node:http';

/**
 * Calls a listener once the caller of a response has gone away, but never before this returns: also for a caller who is
 * gone already, about whom there is no further event.
 * @returns what forgets the listener.
 */
export function onceGone(response: ServerResponse, listener: () => void): () => void {
  if (!response.closed) {
    response.once('close', listener);
    return () => response.off('close', listener);
  }
  let isForgotten = false;
  queueMicrotask(() => {
    if (!isForgotten) listener();
  });
  return () => {
    isForgotten = true;
  };
}
