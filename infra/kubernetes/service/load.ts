import { setTimeout as sleep } from 'node:timers/promises';
import { reasonOf } from '@service/platform/errors';
import { Caller, type Answer } from './caller.ts';
import type { Endpoints } from './endpoints.ts';

/** Callers of each kind, and milliseconds between the beginnings of two requests of one. */
const VERIFIERS = 8;
const PAUSE = 100;
const WRITE_PAUSE = 500;

/** What came of the requests since the last look. */
export interface Figures {
  readonly requests: number;
  /** Reasons, each with how often. */
  readonly failures: ReadonlyMap<string, number>;
  /** Milliseconds. */
  readonly median: number;
  readonly slowest: number;
}

interface Tally {
  times: number[];
  failures: string[];
}

/**
 * Verifies a record all the time, and registers some. Half of the callers keep their connections, the others open
 * one for each request. No request is sent twice.
 */
export class Load {
  private verifications: Tally = { times: [], failures: [] };
  private writes: Tally = { times: [], failures: [] };
  private readonly over = new AbortController();
  private readonly callers: Caller[] = [];
  private running: Promise<unknown> = Promise.resolve();

  /** @param verify and @param write send one request by a caller. */
  start(
    endpoints: Endpoints,
    ca: string,
    verify: (caller: Caller) => Promise<Answer>,
    write: (caller: Caller) => Promise<Answer>,
  ): void {
    const caller = (keepAlive: boolean) => {
      const made = new Caller(endpoints, ca, keepAlive);
      this.callers.push(made);
      return made;
    };
    const verifying = Array.from({ length: VERIFIERS }, (_, index) => {
      const each = caller(index % 2 === 0);
      return this.repeat(
        PAUSE,
        () => this.verifications,
        () => verify(each),
        200,
      );
    });
    const writer = caller(true);
    this.running = Promise.all([
      ...verifying,
      this.repeat(
        WRITE_PAUSE,
        () => this.writes,
        () => write(writer),
        201,
      ),
    ]);
  }

  /** The figures since the last call; then it counts anew. */
  look(): { verifications: Figures; writes: Figures } {
    const figures = { verifications: figuresOf(this.verifications), writes: figuresOf(this.writes) };
    this.verifications = { times: [], failures: [] };
    this.writes = { times: [], failures: [] };
    return figures;
  }

  async stop(): Promise<void> {
    this.over.abort();
    await this.running;
    for (const caller of this.callers) caller.close();
  }

  private async repeat(
    pause: number,
    tally: () => Tally,
    ask: () => Promise<Answer>,
    expected: number,
  ): Promise<void> {
    while (!this.over.signal.aborted) {
      const began = performance.now();
      const failure = await ask().then(
        ({ status, body }) => (status === expected ? undefined : `${status} ${body.error?.code ?? ''}`),
        (error: unknown) => (error as NodeJS.ErrnoException).code ?? reasonOf(error),
      );
      const took = performance.now() - began;
      tally().times.push(took);
      if (failure !== undefined) tally().failures.push(failure);
      await sleep(Math.max(0, pause - took));
    }
  }
}

function figuresOf({ times, failures }: Tally): Figures {
  const sorted = times.toSorted((a, b) => a - b);
  const counts = new Map<string, number>();
  for (const failure of failures) counts.set(failure, (counts.get(failure) ?? 0) + 1);
  return {
    requests: times.length,
    failures: counts,
    median: sorted[Math.floor(sorted.length / 2)] ?? 0,
    slowest: sorted.at(-1) ?? 0,
  };
}
