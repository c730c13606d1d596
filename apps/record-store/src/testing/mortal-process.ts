import { CheckpointKeeper } from '@service/messaging/checkpoints';
import type { Pool, PoolClient, QueryResult } from 'pg';

/** Ends after some steps, of which every query and every checkpoint that is kept is one; nobody hears of the last. */
export class MortalProcess {
  dead = false;
  private taken = 0;

  constructor(private readonly steps: number) {}

  poolOf(pool: Pool): Pool {
    const connect = async () => {
      const client = await pool.connect();
      return {
        query: (...args: [string]) => this.step(() => client.query(...args)),
        // Its connection ends with a process, and with it the transaction.
        release: (error?: Error) => client.release(this.dead ? true : error),
      } as unknown as PoolClient;
    };
    const query = (...args: [string]) => this.step<QueryResult>(() => pool.query(...args));
    return { query, connect } as unknown as Pool;
  }

  keeperOf(keeper: CheckpointKeeper): CheckpointKeeper {
    return new MortalKeeper(keeper, (work) => this.step(work));
  }

  private async step<Result>(work: () => Promise<Result>): Promise<Result> {
    this.taken += 1;
    if (!this.dead && this.taken < this.steps) return work();
    if (!this.dead && this.taken === this.steps) await work();
    this.dead = true;
    throw new Error('The process has ended.');
  }
}

class MortalKeeper extends CheckpointKeeper {
  constructor(
    private readonly keeper: CheckpointKeeper,
    private readonly step: <Result>(work: () => Promise<Result>) => Promise<Result>,
  ) {
    super();
  }

  kept(): Promise<string[]> {
    return this.step(() => this.keeper.kept());
  }

  keep(note: string): Promise<void> {
    return this.step(() => this.keeper.keep(note));
  }

  setAside(): Promise<string | null> {
    return Promise.resolve(null);
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}
