import { setTimeout as pause } from 'node:timers/promises';
import { isTransient, ServiceError } from '@record-verification/client';
import { reasonOf } from '../errors.js';

const PAUSE = 500;
const LONGEST_PAUSE = 60_000;

/** Milliseconds after which a failure may be over; null for one that will not pass. */
export function passesAfter(error: unknown): number | null {
  if (!isTransient(error)) return null;
  const seconds = error instanceof ServiceError ? (error.retryAfter ?? 0) : 0;
  return Math.min(LONGEST_PAUSE, Math.max(PAUSE, seconds * 1_000));
}

/** Repeats work for as long as the service is away, and tells once that it is. */
export class Patience {
  private isAway = false;

  /** @param milliseconds for which the service may be away. */
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
        if (this.isAway) this.say('The service is back.');
        this.isAway = false;
        return value;
      } catch (error) {
        const after = passesAfter(error);
        if (after === null || performance.now() - startedAt > this.milliseconds) throw error;
        if (!this.isAway) this.say(`The service is away (${reasonOf(error)}); waiting.`);
        this.isAway = true;
        await pause(after, undefined, this.signal && { signal: this.signal });
      }
    }
  }
}
