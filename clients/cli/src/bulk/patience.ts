import { setTimeout as pause } from 'node:timers/promises';
import { isTransient, ServiceError } from '@record-verification/client';
import { reasonOf } from '../errors.js';

const PAUSE = 500;
const LONGEST_PAUSE = 60_000;

/** Milliseconds until a retry; null for a permanent failure. */
export function passesAfter(error: unknown): number | null {
  if (!isTransient(error)) return null;
  const seconds = error instanceof ServiceError ? (error.retryAfter ?? 0) : 0;
  return Math.min(LONGEST_PAUSE, Math.max(PAUSE, seconds * 1_000));
}

/** Retries while the service is unavailable, and reports the outage once. */
export class Patience {
  private isAway = false;

  /** @param milliseconds that an outage may last. */
  constructor(
    private readonly milliseconds: number,
    private readonly say: (sentence: string) => void,
    private readonly signal?: AbortSignal,
  ) {}

  async with<Value>(work: () => Promise<Value>): Promise<Value> {
    const startedAt = performance.now();
    for (;;) {
      try {
        const value = await work();
        if (this.isAway) this.say('The service is available again.');
        this.isAway = false;
        return value;
      } catch (error) {
        const after = passesAfter(error);
        if (after === null || performance.now() - startedAt > this.milliseconds) throw error;
        if (!this.isAway) this.say(`The service is unavailable (${reasonOf(error)}); retrying.`);
        this.isAway = true;
        await pause(after, undefined, this.signal && { signal: this.signal });
      }
    }
  }
}
