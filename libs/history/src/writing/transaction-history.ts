import type { DatabaseApp } from '@service/platform/databases';
import { type Logger } from '@service/platform/logging';
import { OutageLog } from '@service/platform/scheduling';
import type { PoolClient } from 'pg';
import type { Interaction } from '../interaction.js';
import { insertBlocks, newWriter, type BlockWriter } from '../storage/insert-blocks.js';
import { Lanes } from './lanes.js';

/** Lines in one statement, and so in a block at most. */
const MOST_IN_BLOCK = 4_000;

/** Writes lines in a transaction, as its last statements. */
export type WriteLines = (client: PoolClient, interactions: readonly Interaction[]) => Promise<void>;

interface OwnLanes {
  own: BlockWriter;
  lanes: Lanes;
}

/**
 * Writes the lines of what an app does by itself, in the transactions in which it does it: both are stored, or neither. If
 * the history cannot be written, the transaction is committed without its lines, and this is logged.
 */
export class TransactionHistory {
  private readonly free: OwnLanes[] = [];
  private readonly outage: OutageLog;

  constructor(
    private readonly app: DatabaseApp,
    logger: Logger,
    private readonly now: () => number = Date.now,
  ) {
    this.outage = new OutageLog(logger, 'Storing the interaction history');
  }

  /**
   * Runs a transaction. Only it writes to its lanes meanwhile, because lines of a lane are stored in their order. If it
   * fails, nothing is ever added to them again: their last lines may not be stored, and the next ones are linked to these.
   */
  async during<Result>(work: (write: WriteLines) => Promise<Result>): Promise<Result> {
    const lanes = this.free.pop() ?? this.begin();
    let isWhole = true;
    const result = await work(async (client, interactions) => {
      isWhole = await this.write(lanes, client, interactions);
    });
    if (isWhole) this.free.push(lanes);
    return result;
  }

  private begin(): OwnLanes {
    const own = newWriter(this.app);
    return { own, lanes: new Lanes(own.writer) };
  }

  /** @returns whether they were written. */
  private async write(
    { own, lanes }: OwnLanes,
    client: PoolClient,
    interactions: readonly Interaction[],
  ): Promise<boolean> {
    if (interactions.length === 0) return true;
    const at = this.now();
    await client.query('SAVEPOINT history');
    try {
      for (let from = 0; from < interactions.length; from += MOST_IN_BLOCK) {
        const some = interactions.slice(from, from + MOST_IN_BLOCK);
        await insertBlocks(client, own, lanes.append(some.map((interaction) => ({ interaction, at }))));
      }
    } catch (error) {
      await client.query('ROLLBACK TO SAVEPOINT history');
      this.outage.seen(error);
      return false;
    }
    this.outage.over();
    return true;
  }
}
