import { appendFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { reasonOf } from '@service/platform/errors';
import type { Answer, Caller } from './caller.ts';
import { figuresOf, type LoadFigures } from './figures.ts';
import type { Tenant } from './tenant.ts';

/** Callers of each kind, and milliseconds between the starts of two requests of a caller. */
const VERIFIERS = 8;
const PAUSE = 100;
const WRITE_PAUSE = 500;

interface Tally {
  times: number[];
  failures: string[];
}

/**
 * Verifies a record all the time, and registers some. Half of the callers keep their connections, the others open
 * one for each request. No request is sent twice.
 */
export class Load {
  private readonly file: string;
  private verifications: Tally = { times: [], failures: [] };
  private writes: Tally = { times: [], failures: [] };
  private readonly over = new AbortController();
  private readonly callers: Caller[] = [];
  private running: Promise<unknown> = Promise.resolve();

  /** @param file gets a line with the whole body of each answer that is not as expected. */
  constructor(file: string) {
    this.file = file;
  }

  /** @param tenant whose record is verified. */
  start(tenant: Tenant): void {
    const caller = (keepAlive: boolean) => {
      const made = tenant.caller(keepAlive);
      this.callers.push(made);
      return made;
    };
    const verifying = Array.from({ length: VERIFIERS }, (_, index) => {
      const each = caller(index % 2 === 0);
      return this.repeat(
        PAUSE,
        () => this.verifications,
        () => tenant.verify(each),
        200,
      );
    });
    const writer = caller(true);
    const writing = this.repeat(
      WRITE_PAUSE,
      () => this.writes,
      () => tenant.register(writer),
      201,
    );
    this.running = Promise.all([...verifying, writing]);
  }

  /** The figures since the last call. */
  takeFigures(): LoadFigures {
    const figures = {
      verifications: figuresOf(this.verifications.times, this.verifications.failures),
      writes: figuresOf(this.writes.times, this.writes.failures),
    };
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
        async ({ status, body }) => {
          if (status === expected) return undefined;
          await appendFile(this.file, `${new Date().toISOString()} ${status} ${JSON.stringify(body)}\n`);
          return `${status} ${body.error?.code ?? ''}`;
        },
        (error: unknown) => (error as NodeJS.ErrnoException).code ?? reasonOf(error),
      );
      const took = performance.now() - began;
      tally().times.push(took);
      if (failure !== undefined) tally().failures.push(failure);
      await sleep(Math.max(0, pause - took));
    }
  }
}
