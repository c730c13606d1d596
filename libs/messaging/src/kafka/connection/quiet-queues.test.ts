import { createRequire } from 'node:module';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { quietQueues } from './quiet-queues.js';

interface RequestQueue {
  push(request: {
    entry: { correlationId: number; reject(error: Error): void };
    expectResponse: boolean;
    sendRequest: () => void;
  }): void;
  fulfillRequest(response: { correlationId: number; size: number; payload: object }): void;
  scheduleRequestTimeoutCheck(): void;
  destroy(): void;
}

const Queue = createRequire(import.meta.url)('kafkajs/src/network/requestQueue') as new (
  options: object,
) => RequestQueue;

const debug = () => undefined;
const settings = { requestTimeout: 10_000, enforceRequestTimeout: true, logger: { debug } };

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
    queue = new Queue({ ...settings, maxInFlightRequests: 1 });
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

it('all connections share one timer, which rejects what takes too long, until the last one ends', () => {
  quietQueues();
  jest.useFakeTimers();
  const queues = [1, 2, 3].map(() => new Queue(settings));
  for (const queue of queues) queue.scheduleRequestTimeoutCheck();
  expect(jest.getTimerCount()).toBe(1);
  const rejections = queues.map((queue, index) => {
    const reject = jest.fn();
    const entry = { correlationId: index, resolve: () => undefined, reject };
    queue.push({ entry, expectResponse: true, sendRequest: () => undefined });
    return reject;
  });
  jest.advanceTimersByTime(10_000);
  for (const reject of rejections) expect(reject).not.toHaveBeenCalled();
  jest.advanceTimersByTime(200);
  for (const reject of rejections) expect(reject).toHaveBeenCalledTimes(1);
  for (const queue of queues) queue.destroy();
  expect(jest.getTimerCount()).toBe(0);
  jest.useRealTimers();
});
