import { STORED_HEIGHT, STORED_WIDTH, countAtLevel } from '@service/evidence';
import type { PoolClient } from 'pg';

/** The state of the log by its own tables. */
export interface LogState {
  origin: string;
  size: number;
  root: Buffer;
  /** The newest published checkpoint; null without one. */
  head: CheckpointRow | null;
}

/** A published checkpoint. */
export interface CheckpointRow {
  size: number;
  root: Buffer;
  note: string;
}

/** A leaf with its sources. */
export interface LeafRow {
  index: number;
  slot: Buffer;
  digest: Buffer;
  subject_id: string;
  sequence: number;
  /** Text of its element; null without one. */
  text: string | null;
  /** Text of the previous element. */
  before: string | null;
  /** Digest of its seal. */
  sealed: Buffer | null;
}

/** A stored tile. */
export interface TileRow {
  level: number;
  number: number;
  hashes: Buffer;
}

/** Reads the state of the log; null before its first leaf. */
export async function readState(client: PoolClient): Promise<LogState | null> {
  const { rows } = await client.query<{
    origin: string;
    size: string;
    root: Buffer;
    head_size: string | null;
    head_root: Buffer;
    note: string;
  }>(
    `SELECT s.origin, s.size, s.root, h.tree_size AS head_size, h.root AS head_root, h.note
     FROM record_store_published.log_state AS s LEFT JOIN record_store_published.log_head AS h ON true`,
  );
  const [row] = rows;
  if (row === undefined) return null;
  const { origin, size, root, head_size, head_root, note } = row;
  const head = head_size === null ? null : { size: Number(head_size), root: head_root, note };
  return { origin, size: Number(size), root, head };
}

/** Leaves from `first` to before `below`. */
export async function readLeaves(client: PoolClient, first: number, below: number): Promise<LeafRow[]> {
  // With stale statistics the planner may read whole event tables for a page.
  await client.query(
    'SET LOCAL enable_seqscan = off; SET LOCAL enable_hashjoin = off; SET LOCAL enable_mergejoin = off',
  );
  const { rows } = await client.query<Omit<LeafRow, 'index'> & { index: string }>(
    `SELECT l.index, l.slot, l.digest, l.subject_id, l.sequence, s.digest AS sealed,
       coalesce(r.element, c.element) AS text, coalesce(rb.element, cb.element) AS before
     FROM record_store_published.log_leaves AS l
     LEFT JOIN record_store_published.events AS r ON r.stream_id = l.subject_id AND r.version = l.sequence
     LEFT JOIN record_store_published.events AS rb ON rb.stream_id = l.subject_id AND rb.version = l.sequence - 1
     LEFT JOIN credential_authority_published.events AS c ON c.stream_id = l.subject_id AND c.version = l.sequence
     LEFT JOIN credential_authority_published.events AS cb ON cb.stream_id = l.subject_id AND cb.version = l.sequence - 1
     LEFT JOIN record_store_published.log_seals AS s ON l.subject_id = 'history' AND s.number = l.sequence
     WHERE l.index >= $1 AND l.index < $2 ORDER BY l.index`,
    [first, below],
  );
  return rows.map((row) => ({ ...row, index: Number(row.index) }));
}

/** The stored ones among some tiles. */
export async function readTiles(
  client: PoolClient,
  tiles: readonly { level: number; number: number }[],
): Promise<TileRow[]> {
  const { rows } = await client.query<Omit<TileRow, 'number'> & { number: string }>(
    `SELECT t.level, t.number, t.hashes
     FROM unnest($1::smallint[], $2::bigint[]) AS wanted(level, number)
     JOIN record_store_published.log_tiles AS t USING (level, number)`,
    [tiles.map(({ level }) => level), tiles.map(({ number }) => number)],
  );
  return rows.map((row) => ({ ...row, number: Number(row.number) }));
}

/** Published checkpoints of trees larger than one size and at most as large as another. */
export async function readCheckpoints(
  client: PoolClient,
  above: number,
  to: number,
): Promise<CheckpointRow[]> {
  const { rows } = await client.query<{ tree_size: string; root: Buffer; note: string }>(
    `SELECT tree_size, root, note FROM record_store_published.log_checkpoints
     WHERE tree_size > $1 AND tree_size <= $2 ORDER BY tree_size`,
    [above, to],
  );
  return rows.map(({ tree_size, root, note }) => ({ size: Number(tree_size), root, note }));
}

/** Rows in the log's tables beyond the end of the log, as sentences. */
export async function readBeyond(client: PoolClient, size: number): Promise<string[]> {
  const { rows } = await client.query<{ beyond: string }>(
    `(SELECT 'leaf ' || index AS beyond FROM record_store_published.log_leaves WHERE index >= $1 ORDER BY index LIMIT 10)
     UNION ALL
     (SELECT 'the checkpoint of ' || tree_size FROM record_store_published.log_checkpoints WHERE tree_size > $1
       ORDER BY tree_size LIMIT 10)
     UNION ALL
     SELECT beyond.* FROM unnest($2::smallint[], $3::bigint[]) AS end_of(level, number), LATERAL (
       SELECT 'tile ' || t.level || '/' || t.number FROM record_store_published.log_tiles AS t
       WHERE t.level = end_of.level AND t.number >= end_of.number ORDER BY t.number LIMIT 10
     ) AS beyond`,
    [size, LEVELS, LEVELS.map((level) => tilesAt(level, size))],
  );
  return rows.map(({ beyond }) => `${beyond} is beyond the end of the log`);
}

const LEVELS = Array.from({ length: 16 }, (_, level) => level);

/** Number of tiles of a level. */
function tilesAt(level: number, size: number): number {
  return Math.ceil(countAtLevel(size, STORED_HEIGHT * level) / STORED_WIDTH);
}
