import { CheckpointStore } from '@service/messaging/checkpoints';
import type { Pool, PoolClient, QueryResult } from 'pg';

/** Dies after a number of steps; a query or a stored checkpoint is a step, and the answer to the last step is lost. */
export class MortalProcess {
  dead = false;
  private taken = 0;

  constructor(private readonly steps: number) {}

  poolOf(pool: Pool): Pool {
    const connect = async () => {
      const client = await pool.connect();
      return {
        query: (...args: [string]) => this.step(() => client.query(...args)),
        // A process that dies loses its connection, and with it the transaction.
        release: (error?: Error) => client.release(this.dead ? true : error),
      } as unknown as PoolClient;
    };
    const query = (...args: [string]) => this.step<QueryResult>(() => pool.query(...args));
    return { query, connect } as unknown as Pool;
  }

  checkpointStoreOf(store: CheckpointStore): CheckpointStore {
    return new MortalCheckpointStore(store, (work) => this.step(work));
  }

  private async step<Result>(work: () => Promise<Result>): Promise<Result> {
    this.taken += 1;
    if (!this.dead && this.taken < this.steps) return work();
    if (!this.dead && this.taken === this.steps) await work();
    this.dead = true;
    throw new Error('The process has ended.');
  }
}

class MortalCheckpointStore extends CheckpointStore {
  constructor(
    private readonly inner: CheckpointStore,
    private readonly step: <Result>(work: () => Promise<Result>) => Promise<Result>,
  ) {
    super();
  }

  load(): Promise<string[]> {
    return this.step(() => this.inner.load());
  }

  store(note: string): Promise<void> {
    return this.step(() => this.inner.store(note));
  }

  setAside(): Promise<string | null> {
    return Promise.resolve(null);
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}
