import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Logger } from '@service/platform/logging';
import type { Pool } from 'pg';
import { Leadership, type Duty, type Leading } from './leadership.js';
import { IdempotencyCleanup } from './idempotency-cleanup.js';

/** Begins and ends its duty when the test calls it. */
class HeldLeadership extends Leadership {
  duty: Duty | undefined;

  lead(_name: string, duty: Duty): Leading {
    this.duty = duty;
    return { start: () => Promise.resolve(), stop: () => duty.end() };
  }
}

describe('the expired idempotency keys of an app', () => {
  const query = jest.fn<() => Promise<{ rowCount: number }>>();
  const warn = jest.fn();
  let leadership: HeldLeadership;
  let cleanup: IdempotencyCleanup;

  beforeEach(async () => {
    jest.useFakeTimers();
    query.mockReset().mockResolvedValue({ rowCount: 0 });
    warn.mockReset();
    leadership = new HeldLeadership();
    cleanup = new IdempotencyCleanup({
      pool: { query } as unknown as Pool,
      leadership,
      logger: { warn, info: () => undefined } as unknown as Logger,
      log: 'record_store',
    });
    await cleanup.onApplicationBootstrap();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  const seconds = (count: number) => jest.advanceTimersByTimeAsync(count * 1_000);

  it('are deleted by the leader only', async () => {
    await seconds(30);
    expect(query).not.toHaveBeenCalled();
    query.mockResolvedValueOnce({ rowCount: 1 });
    await leadership.duty?.begin({} as never);
    await seconds(10.1);
    expect(query).toHaveBeenCalledTimes(2);
    await leadership.duty?.end();
    await seconds(30);
    expect(query).toHaveBeenCalledTimes(2);
  });

  it('are deleted again after an error, until the app stops', async () => {
    query.mockRejectedValueOnce(new Error('no connection'));
    await leadership.duty?.begin({} as never);
    await seconds(10.1);
    expect(query).toHaveBeenCalledTimes(2);
    expect(warn).toHaveBeenCalledTimes(1);
    await cleanup.onApplicationShutdown();
    await seconds(30);
    expect(query).toHaveBeenCalledTimes(2);
  });
});
