import type { NoteSignature } from '@service/evidence';
import type { Pool } from 'pg';
import type { GivenCosignature } from './ask-witness.js';

/** A cosignature of a published checkpoint. */
interface StoredCosignature {
  size: number;
  signature: NoteSignature;
}

/** The published checkpoint and the served one, with cosignatures. */
export interface PublishedLog {
  origin: string;
  /** The newest published checkpoint, and the milliseconds since its first publication. */
  head: { size: number; note: string; age: number };
  /**
   * The least size that may be served, so that it never goes back: that of the checkpoint that is served now, which is the
   * newest one where the stored one has expired.
   */
  floor: number;
  /** Stored cosignatures: of the served checkpoint and newer ones. */
  cosignatures: StoredCosignature[];
}

/** Seconds for which a stored served checkpoint is valid for readers, and for writers, which allow less. */
const VALID_FOR_READERS = 10;
const VALID_FOR_WRITERS = VALID_FOR_READERS - 2;

/** SQL for the least size that may be served; `h`, `s` and `v` are head, state and the served checkpoint. */
const FLOOR = `CASE WHEN v.origin = s.origin
  AND v.at > clock_timestamp() - interval '${VALID_FOR_WRITERS} seconds' THEN v.tree_size ELSE h.tree_size END`;

/** Reads the published log; null before the first checkpoint. */
export async function readPublishedLog(pool: Pool, schema: string): Promise<PublishedLog | null> {
  const { rows } = await pool.query<{
    origin: string;
    tree_size: string;
    note: string;
    age: number;
    floor: string;
    cosignatures: { size: number; name: string; key_hash: number; signature: string }[];
  }>(
    `SELECT s.origin, h.tree_size, h.note, ${FLOOR} AS floor,
       (SELECT extract(epoch FROM clock_timestamp() - c.published_at) * 1000
        FROM ${schema}.log_checkpoints AS c WHERE c.tree_size = h.tree_size)::float8 AS age,
       (SELECT coalesce(jsonb_agg(jsonb_build_object('size', c.tree_size, 'name', c.key_name,
          'key_hash', c.key_hash, 'signature', encode(c.signature, 'hex'))), '[]')
        FROM ${schema}.log_cosignatures AS c WHERE c.origin = s.origin) AS cosignatures
     FROM ${schema}.log_head AS h CROSS JOIN ${schema}.log_state AS s
     LEFT JOIN ${schema}.log_served AS v ON true`,
  );
  const [row] = rows;
  if (row === undefined) return null;
  return {
    origin: row.origin,
    head: { size: Number(row.tree_size), note: row.note, age: row.age },
    floor: Number(row.floor),
    cosignatures: row.cosignatures.map(({ size, name, key_hash: keyHash, signature }) => {
      return { size, signature: { name, keyHash, signature: Buffer.from(signature, 'hex') } };
    }),
  };
}

/** Stores a cosignature; of two by one witness for one checkpoint the later one stays. */
export async function storeCosignature(
  pool: Pool,
  schema: string,
  origin: string,
  size: number,
  { signature: { name, keyHash, signature }, cosignedAt }: GivenCosignature,
): Promise<void> {
  await pool.query(
    `INSERT INTO ${schema}.log_cosignatures AS c (origin, tree_size, key_name, key_hash, signature, cosigned_at)
     VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (origin, tree_size, key_name, key_hash) DO UPDATE
     SET signature = excluded.signature, cosigned_at = excluded.cosigned_at
     WHERE c.cosigned_at < excluded.cosigned_at`,
    [origin, size, name, keyHash, signature, cosignedAt],
  );
}

/** The published note of a checkpoint; null where there is none of this size. */
export async function readCheckpointNote(pool: Pool, schema: string, size: number): Promise<string | null> {
  const { rows } = await pool.query<{ note: string }>(
    `SELECT note FROM ${schema}.log_checkpoints WHERE tree_size = $1`,
    [size],
  );
  return rows[0]?.note ?? null;
}

/**
 * Stores which checkpoint is served, and deletes the cosignatures of older ones. Does nothing where a larger
 * one is served already, or the log was replaced.
 */
export async function serveCheckpoint(
  pool: Pool,
  schema: string,
  origin: string,
  { size, note }: { size: number; note: string },
): Promise<void> {
  await pool.query(
    `WITH served AS (
       INSERT INTO ${schema}.log_served AS v (origin, tree_size, note, at)
       SELECT s.origin, $2, $3, clock_timestamp()
       FROM ${schema}.log_head AS h CROSS JOIN ${schema}.log_state AS s
       LEFT JOIN ${schema}.log_served AS v ON true
       WHERE s.origin = $1 AND $2 BETWEEN ${FLOOR} AND h.tree_size
       ON CONFLICT (singleton) DO UPDATE
       SET origin = excluded.origin, tree_size = excluded.tree_size, note = excluded.note, at = excluded.at
       WHERE v.origin <> excluded.origin OR v.tree_size <= excluded.tree_size
       RETURNING origin, tree_size
     )
     DELETE FROM ${schema}.log_cosignatures AS c USING served
     WHERE c.origin <> served.origin OR c.tree_size < served.tree_size`,
    [origin, size, note],
  );
}
