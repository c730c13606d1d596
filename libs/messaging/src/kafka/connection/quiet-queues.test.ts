import { createRequire } from 'node:module';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { quietQueues } from './quiet-queues.js';

interface RequestQueue {
  push(request: { entry: { correlationId: number }; expectResponse: boolean; sendRequest: () => void }): void;
  fulfillRequest(response: { correlationId: number; size: number; payload: object }): void;
  destroy(): void;
}

const Queue = createRequire(import.meta.url)('kafkajs/src/network/requestQueue') as new (
  options: object,
) => RequestQueue;

describe('the queue of a connection', () => {
  const sent: number[] = [];
  let queue: RequestQueue;

  const push = (correlationId: number) => {
    const entry = { correlationId, resolve: () => undefined, reject: () => undefined };
    queue.push({ entry, expectResponse: true, sendRequest: () => sent.push(correlationId) });
  };

  beforeEach(() => {
    quietQueues();
    jest.useFakeTimers();
    sent.length = 0;
    const debug = () => undefined;
    queue = new Queue({ maxInFlightRequests: 1, requestTimeout: 10_000, logger: { debug } });
  });

  afterEach(() => {
    queue.destroy();
    jest.useRealTimers();
  });

  it('sets no timer while nothing waits in it', () => {
    push(1);
    queue.fulfillRequest({ correlationId: 1, size: 0, payload: {} });
    expect(jest.getTimerCount()).toBe(0);
  });

  it('sends what waits once the request before it is answered', () => {
    push(1);
    push(2);
    expect(sent).toEqual([1]);
    expect(jest.getTimerCount()).toBe(1);
    queue.fulfillRequest({ correlationId: 1, size: 0, payload: {} });
    expect(sent).toEqual([1, 2]);
    queue.fulfillRequest({ correlationId: 2, size: 0, payload: {} });
    jest.advanceTimersByTime(1_000);
    expect(jest.getTimerCount()).toBe(0);
  });
});
