import { addSignatures, formatNote, parseNote } from '@service/evidence';
import type { LogLag } from '@service/event-store';
import type { Duty } from '@service/messaging';
import { type Logger } from '@service/platform/logging';
import { PeriodicTask, OutageLog } from '@service/platform/scheduling';
import type { Pool } from 'pg';
import { storedTree } from '../stored-tree.js';
import type { WitnessAddress } from './ask-witness.js';
import {
  storeCosignature,
  readCheckpointNote,
  readPublishedLog,
  serveCheckpoint,
  type PublishedLog,
} from './cosignatures.js';
import { chooseServed } from './served-checkpoint.js';
import { WitnessTurns, type ProveGrowth } from './witness-turns.js';

const PAUSE = 1_000;
const LATE = 5_000;
/** Milliseconds after its publication from which a checkpoint is old, and those that elements may wait for the log beside it. */
const [OLD, LAGGING] = [10_000, 30_000];

export interface GathererOptions {
  pool: Pool;
  /** The schema of the log's tables. */
  schema: string;
  witnesses: readonly WitnessAddress[];
  logger: Logger;
  /** How long elements have waited for the log. */
  lag: Pick<LogLag, 'read'>;
  /** Milliseconds between two offers of a checkpoint; by default a second. */
  pause?: number;
  /**
   * Milliseconds after which the newest checkpoint is served instead of a cosigned one; by default five
   * seconds.
   */
  late?: number;
}

/** Status of a witness. */
export interface WitnessStatus {
  name: string;
  /** Entries of the log that it has not cosigned yet; null before its first cosignature here. */
  lag: number | null;
  /** Whether it objects to the growth of the log. */
  objects: boolean;
}

/**
 * Gathers cosignatures of the log's checkpoints from witnesses, and stores which checkpoint is served. Nothing
 * waits for it: all that it reads is published already.
 */
export class Gatherer implements Duty {
  private readonly task: PeriodicTask;
  private readonly underWay = new Set<Promise<void>>();
  private turns: WitnessTurns[] = [];
  private stop = new AbortController();
  private headSize = 0;
  /** When the newest checkpoint was last the served one, or the served one last changed. */
  private timelyAt = 0;
  private servedSize = -1;

  constructor(private readonly options: GathererOptions) {
    const outage = new OutageLog(options.logger, 'Gathering the cosignatures of witnesses');
    this.task = new PeriodicTask(() => this.offer(), options.pause ?? PAUSE, outage);
  }

  /** Status of each witness; empty where another replica gathers. */
  get status(): WitnessStatus[] {
    return this.turns.map(({ name, last, objects }) => {
      return { name, lag: last === null ? null : Math.max(0, this.headSize - last.size), objects };
    });
  }

  begin(): Promise<void> {
    this.stop = new AbortController();
    this.turns = this.options.witnesses.map((each) => new WitnessTurns(each, this.options.logger));
    this.timelyAt = performance.now();
    this.task.start();
    return Promise.resolve();
  }

  async end(): Promise<void> {
    this.stop.abort();
    await this.task.stop();
    await Promise.all(this.underWay);
    this.turns = [];
  }

  /**
   * Offers the newest checkpoint to all witnesses at once, so all can cosign the same one; does not wait for
   * them.
   */
  private async offer(): Promise<void> {
    const log = await this.read();
    if (log === null) return;
    await this.serve(log);
    const { origin, head } = log;
    if (await this.wouldRefute(head)) return;
    for (const witness of this.turns) {
      const asking = this.ask(witness, origin, head).finally(() => this.underWay.delete(asking));
      this.underWay.add(asking);
    }
  }

  /**
   * Whether a cosignature of now would refute the times of elements that wait for the log: for readers, it dates the tree without
   * them. The service itself goes by when it published a tree.
   */
  private async wouldRefute({ age }: PublishedLog['head']): Promise<boolean> {
    return age > OLD && (await this.options.lag.read()) > LAGGING;
  }

  private async ask(witness: WitnessTurns, origin: string, head: PublishedLog['head']): Promise<void> {
    const { pool, schema, logger } = this.options;
    try {
      const given = await witness.offer(head, this.proverOf(head.size), this.stop.signal);
      if (given === null) return;
      await storeCosignature(pool, schema, origin, head.size, given);
      const log = await this.read();
      if (log !== null) await this.serve(log);
    } catch (error) {
      // The database is unavailable, which the periodic task logs; the next offer brings another cosignature.
      logger.debug({ err: error }, 'A cosignature was not stored.');
    }
  }

  private async read(): Promise<PublishedLog | null> {
    const log = await readPublishedLog(this.options.pool, this.options.schema);
    this.headSize = log?.head.size ?? 0;
    return log;
  }

  private async serve(log: PublishedLog): Promise<void> {
    const { pool, schema, late = LATE } = this.options;
    const isLate = performance.now() - this.timelyAt > late;
    const { size, cosignatures } = chooseServed(log, this.turns, isLate);
    const note = size === log.head.size ? log.head.note : await readCheckpointNote(pool, schema, size);
    if (note === null) return;
    const cosigned = formatNote(addSignatures(parseNote(note), cosignatures));
    await serveCheckpoint(pool, schema, log.origin, { size, note: cosigned });
    if (size === log.head.size || size !== this.servedSize) this.timelyAt = performance.now();
    this.servedSize = size;
  }

  private proverOf(size: number): ProveGrowth {
    const { pool, schema } = this.options;
    const tree = storedTree(pool, schema, size);
    return (from) => tree.consistencyProof(from);
  }
}
