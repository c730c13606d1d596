import { startEmbeddedDatabase, type EmbeddedDatabase } from '@service/testing';
import type { Pool } from 'pg';
import { historyTablesSql } from '../storage/history-tables.sql.js';

/** A database with an empty history. */
export async function startHistoryDatabase(): Promise<EmbeddedDatabase> {
  const database = await startEmbeddedDatabase();
  await database.pool.query('CREATE SCHEMA verify_api');
  for (const statement of historyTablesSql()) await database.pool.query(statement);
  return database;
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
