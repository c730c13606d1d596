import { newId } from '@service/contracts';
import { startEmbeddedDatabase, type EmbeddedDatabase } from '@service/testing';
import type { Pool } from 'pg';
import type { Interaction } from '../interaction.js';
import { historyMigrations } from '../storage/history-migrations.js';
import { insertBlocks } from '../storage/insert-blocks.js';
import { historyDays } from '../storage/partitions.js';
import type { Block } from '../writing/lane.js';
import { Lanes } from '../writing/lanes.js';
import { sampleInteraction } from './sample-interaction.js';

/** A database with the tables of the history. */
export async function startHistoryDatabase(): Promise<EmbeddedDatabase> {
  const database = await startEmbeddedDatabase();
  await database.pool.query('CREATE SCHEMA verify_api');
  for (const { text } of historyMigrations) await database.pool.query(text());
  for (const statement of LOG_TABLES) await database.pool.query(statement);
  return database;
}

/** The tables that the history reads of those that record-store publishes. */
const LOG_TABLES = [
  'CREATE SCHEMA record_store_published',
  'CREATE TABLE record_store_published.log_state (origin text)',
  'CREATE TABLE record_store_published.log_head (tree_size bigint)',
  'CREATE TABLE record_store_published.log_leaves (index bigint, slot bytea UNIQUE, digest bytea, subject_id text, sequence integer)',
  'CREATE TABLE record_store_published.log_seals (number integer PRIMARY KEY, digest bytea)',
];

/** A process that writes history, one commit after the other. */
export class SampleWriter {
  readonly id = newId('writer');
  private readonly lanes = new Lanes(this.id);

  constructor(private readonly database: Pick<EmbeddedDatabase, 'pool'>) {}

  /** Stores interactions in one commit; `at` in milliseconds. */
  async keep(interactions: readonly (Partial<Interaction> & { at: number })[]): Promise<Block[]> {
    const blocks = this.link(interactions);
    await this.store(blocks);
    return blocks;
  }

  /** Links interactions without storing them. */
  link(interactions: readonly (Partial<Interaction> & { at: number })[]): Block[] {
    return this.lanes.append(
      interactions.map(({ at, ...members }) => ({
        interaction: sampleInteraction({ requestId: requestIdAt(at), ...members }),
        at,
      })),
    );
  }

  async store(blocks: readonly Block[]): Promise<void> {
    await historyDays.ensure(this.database.pool, [...new Set(blocks.map(({ day }) => day))]);
    await insertBlocks(this.database.pool, { writer: this.id, schema: 'verify_api' }, blocks);
  }
}

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** A request id of a moment. */
export function requestIdAt(at: number): string {
  let time = '';
  for (let rest = at, index = 0; index < 10; index += 1, rest = Math.floor(rest / 32)) {
    time = CROCKFORD.charAt(rest % 32) + time;
  }
  return `req_${time}${newId('request').slice(14)}`;
}

/** A block of the history as it was stored. */
export interface StoredBlock {
  day: string;
  project_id: string;
  writer: string;
  sequence: number;
  links: Buffer;
  lines: string[];
  personal: Record<string, { salt: string; address: string; user_agent: string | null }>;
}

/** Everything that is stored, lane by lane. */
export async function readBlocks(pool: Pool): Promise<StoredBlock[]> {
  const { rows } = await pool.query<StoredBlock & { text: string }>(
    `SELECT day::text, project_id, writer, sequence::int, links, lines AS text, personal
     FROM verify_api.interactions ORDER BY day, project_id, writer, sequence`,
  );
  return rows.map(({ text, ...block }) => ({ ...block, lines: text.split('\n') }));
}
