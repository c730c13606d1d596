import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach } from '@jest/globals';
import { EventAuthentication, EventStore, ownedLogSql, type Lease } from '@service/event-store';
import { KeyRing, digestText, hashElement } from '@service/evidence';
import { CheckpointStore } from '@service/messaging/checkpoints';
import { AuthenticationKey, AuthenticationKeys } from '@service/platform/authentication-keys';
import { createLogger } from '@service/platform/logging';
import { eventually, startEmbeddedDatabase, type EmbeddedDatabase } from '@service/testing';
import { logMigration, sealsMigration } from '../log/log-tables.sql.js';
import type { LogSchemas } from '../log/log-schemas.js';
import { Sequencer, type SequencerOptions } from '../log/sequencer.js';

export const ORIGIN = 'log.example/development';

/** Two event tables, an empty log, and the resources of its sequencer; new ones for each test of a file. */
export class SequencedLog {
  database!: EmbeddedDatabase;
  schemas!: LogSchemas;
  keys!: KeyRing;
  checkpoints!: MemoryCheckpointStore;
  /** Forged elements that the sequencer told of. */
  alarms: { stream_id: string; version: number }[] = [];
  /** Of the second event table's owner. */
  readonly authentication = new EventAuthentication(
    new AuthenticationKeys([
      AuthenticationKey.parse(randomBytes(32).toString('base64')) as AuthenticationKey,
    ]),
    (event) => this.alarms.push(event),
  );
  private stores: EventStore[] = [];
  private chains = new Map<string, string[]>();
  private begun: Sequencer[] = [];

  constructor() {
    beforeAll(async () => {
      this.database = await startEmbeddedDatabase();
    });
    afterAll(() => this.database.stop());
    beforeEach(() => this.renew());
    afterEach(() => this.endAll());
  }

  /** Starts again with empty tables, new keys and no stored checkpoints. */
  async renew(): Promise<void> {
    const { pool } = this.database;
    const sources = [await this.database.freshSchema(), await this.database.freshSchema()];
    const [schema = ''] = sources;
    this.schemas = { log: schema, sources };
    const own = [logMigration, sealsMigration].map((migration) => migration(schema).text());
    const tables = [...sources.flatMap(ownedLogSql), ...own];
    const origins = sources.map((source) => `INSERT INTO ${source}.log_origin (origin) VALUES ('${ORIGIN}')`);
    await pool.query([...tables, ...origins].join(';'));
    this.stores = sources.map((source) => new EventStore(pool, source));
    this.chains = new Map();
    this.alarms = [];
    this.keys = KeyRing.generate('2026-11-21T03:00:00.000Z');
    this.checkpoints = new MemoryCheckpointStore();
  }

  /** Appends the next elements of a subject to one of the event tables. */
  async append(subjectId: string, count = 1, source = 0): Promise<void> {
    const chain = this.chains.get(subjectId) ?? [];
    this.chains.set(subjectId, chain);
    const expected = chain.length;
    const events = Array.from({ length: count }, () => {
      const newest = chain.at(-1);
      const sequence = chain.length + 1;
      const salt = Buffer.from(`salt of ${sequence}`.padEnd(16).slice(0, 16)).toString('base64url');
      const previous = newest === undefined ? null : digestText(newest);
      const { text } = hashElement({ record_id: subjectId, sequence, salt, previous });
      chain.push(text);
      return {
        stream_id: subjectId,
        event_id: `evt_${this.schemas.log}_${subjectId}_${sequence}`,
        type: 'service.record.amended',
        schema_version: 1,
        element: text,
        data: null,
        companion: null,
      };
    });
    const streams = [{ stream_id: subjectId, expected }];
    const result = await this.stores[source]?.append({ streams, events, claims: [] });
    if (result?.appended !== true) throw new Error('The append met a conflict.');
  }

  /** Elements that were appended. */
  get appended(): number {
    return [...this.chains.values()].reduce((sum, chain) => sum + chain.length, 0);
  }

  /** Starts a sequencer; it is ended after the test. */
  async begin(changes: Partial<SequencerOptions> = {}, lease: Lease | null = null): Promise<Sequencer> {
    const sequencer = new Sequencer({
      pool: this.database.pool,
      schemas: this.schemas,
      keys: this.keys,
      authentication: this.authentication,
      checkpoints: this.checkpoints,
      logger: createLogger('silent'),
      origin: ORIGIN,
      ...changes,
    });
    this.begun.push(sequencer);
    await sequencer.begin(lease);
    return sequencer;
  }

  /** Waits until all that was appended is published. */
  async allPublished(): Promise<void> {
    await eventually(async () => (await this.headSize()) === this.appended);
  }

  /** Has all appended elements sequenced, and ends. */
  async sequenceAll(): Promise<void> {
    await this.begin();
    await this.allPublished();
    await this.endAll();
  }

  async endAll(): Promise<void> {
    await Promise.all(this.begun.splice(0).map((sequencer) => sequencer.end()));
  }

  /** Leaves of the newest published checkpoint; null before the first. */
  async headSize(): Promise<number | null> {
    const [head] = await this.rows<{ tree_size: string }>('SELECT tree_size FROM $.log_head');
    return head === undefined ? null : Number(head.tree_size);
  }

  /** Runs a statement in which `$.` stands for the log's schema. */
  async rows<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
    const { rows } = await this.database.pool.query<Row>(
      text.replaceAll('$.', `${this.schemas.log}.`),
      values,
    );
    return rows;
  }
}

/** Stores every checkpoint, as a topic does. */
class MemoryCheckpointStore extends CheckpointStore {
  notes: string[] = [];

  load(): Promise<string[]> {
    return Promise.resolve([...this.notes]);
  }

  store(note: string): Promise<void> {
    this.notes.push(note);
    return Promise.resolve();
  }

  setAside(): Promise<string | null> {
    return Promise.resolve(null);
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}
