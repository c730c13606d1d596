import { randomBytes } from 'node:crypto';
import { inTransaction } from '@service/event-store';
import {
  EMPTY_FRONTIER,
  KeyRing,
  digestText,
  noteVerifier,
  openCheckpoint,
  type Frontier,
  type OpenedCheckpoint,
} from '@service/evidence';
import { noteSigner, type NoteVerifier } from '@service/evidence';
import type { Pool } from 'pg';
import { CheckpointSigner } from '../log/checkpoint-signer.js';
import { commitBatch } from '../log/commit-batch.js';
import { GrownTree } from '../log/grown-tree.js';
import { logMigration } from '../log/log-tables.sql.js';
import { openLog } from '../log/log-state.js';
import { publishCheckpoint } from '../log/publish-checkpoint.js';

/** A log that a test grows, of random elements. */
export class GrowingLog {
  readonly keys = KeyRing.generate('2026-11-21T03:00:00.000Z');
  private readonly signer: CheckpointSigner;
  private frontier: Frontier = EMPTY_FRONTIER;

  private constructor(
    readonly pool: Pool,
    readonly schema: string,
    readonly origin: string,
  ) {
    this.signer = new CheckpointSigner(origin, this.keys);
  }

  static async open(pool: Pool, schema: string, origin = 'log.example/development'): Promise<GrowingLog> {
    await pool.query(logMigration(schema).text());
    const log = new GrowingLog(pool, schema, origin);
    await inTransaction(pool, 'BEGIN', (client) => openLog(client, schema, origin));
    return log;
  }

  get size(): number {
    return this.frontier.size;
  }

  /** Verifier of its checkpoints' signatures. */
  get verifier(): NoteVerifier {
    return noteVerifier(noteSigner(this.origin, this.keys.newest('checkpoint')).verifierKey) as NoteVerifier;
  }

  /** Appends and publishes leaves. */
  async grow(leaves: number): Promise<void> {
    const fresh = Array.from({ length: leaves }, (_, at) => ({
      slot: randomBytes(32),
      digest: digestText(`${this.size + at}`),
      subjectId: `rec_${this.size + at}`,
      sequence: 1,
    }));
    const tree = new GrownTree(this.frontier, fresh);
    await inTransaction(this.pool, 'BEGIN', async (client) => {
      await commitBatch(client, null, this.schema, this.origin, tree, { positions: new Map(), covered: 0n });
    });
    this.frontier = tree.frontier;
    const reached = { covered: 0n, at: new Date() };
    await inTransaction(this.pool, 'BEGIN', async (client) => {
      await publishCheckpoint(client, null, this.schema, this.origin, tree, this.signer.sign(tree), reached);
    });
  }

  /** The served checkpoint; null where none is stored. */
  async served(cosigners: readonly NoteVerifier[]): Promise<OpenedCheckpoint | null> {
    const { rows } = await this.pool.query<{ note: string }>(`SELECT note FROM ${this.schema}.log_served`);
    const [row] = rows;
    if (row === undefined) return null;
    return openCheckpoint(row.note, { origin: this.origin, log: [this.verifier], cosigners });
  }
}
