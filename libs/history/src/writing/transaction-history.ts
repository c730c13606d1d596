import { agreedNow } from '@service/contracts';
import type { DatabaseApp } from '@service/platform/databases';
import { type Logger } from '@service/platform/logging';
import { OutageLog } from '@service/platform/scheduling';
import type { PoolClient } from 'pg';
import type { Interaction } from '../interaction.js';
import { insertBlocks, newWriter, type BlockWriter } from '../storage/insert-blocks.js';
import { Lanes } from './lanes.js';

/** Lines in one statement, and so in a block at most. */
const MOST_IN_BLOCK = 4_000;
/** Milliseconds for which no lines are written after the history has refused some. */
const PAUSE = 10_000;
/** Classes of SQLSTATE for what the history refuses: no room for a day, a missing right or table. */
const REFUSED = /^(?:23|42)/;

/** Writes lines in a transaction, as its last statements. */
export type WriteLines = (client: PoolClient, interactions: readonly Interaction[]) => Promise<void>;

interface OwnLanes {
  own: BlockWriter;
  lanes: Lanes;
}

/**
 * Writes the lines of what an app does by itself, in the transactions in which it does it: both are stored, or neither. A
 * transaction whose lines the history refuses fails; its repetition, and all others for a while, are committed without
 * lines, and this is logged. A savepoint instead would cost every transaction another round trip.
 */
export class TransactionHistory {
  private readonly free: OwnLanes[] = [];
  private readonly outage: OutageLog;
  private pausedUntil = 0;

  constructor(
    private readonly app: DatabaseApp,
    logger: Logger,
    private readonly now: () => number = agreedNow,
  ) {
    this.outage = new OutageLog(logger, 'Storing the interaction history');
  }

  /**
   * Runs a transaction. Only it writes to its lanes meanwhile, because lines of a lane are stored in their order. If it
   * fails, nothing is ever added to these lanes again: a new line would be linked to a line that may not be stored.
   */
  async during<Result>(work: (write: WriteLines) => Promise<Result>): Promise<Result> {
    const lanes = this.free.pop() ?? this.begin();
    const result = await work((client, interactions) => this.write(lanes, client, interactions));
    this.free.push(lanes);
    return result;
  }

  private begin(): OwnLanes {
    const own = newWriter(this.app);
    return { own, lanes: new Lanes(own.writer) };
  }

  private async write(
    { own, lanes }: OwnLanes,
    client: PoolClient,
    interactions: readonly Interaction[],
  ): Promise<void> {
    const at = this.now();
    if (interactions.length === 0 || at < this.pausedUntil) return;
    try {
      for (let from = 0; from < interactions.length; from += MOST_IN_BLOCK) {
        const some = interactions.slice(from, from + MOST_IN_BLOCK);
        await insertBlocks(client, own, lanes.append(some.map((interaction) => ({ interaction, at }))));
      }
    } catch (error) {
      if (REFUSED.test(String((error as { code?: unknown }).code))) {
        this.pausedUntil = at + PAUSE;
        this.outage.seen(error);
      }
      throw error;
    }
    this.outage.over();
  }
}
