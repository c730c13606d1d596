import { encodeHex, historySlot, type Digest } from '@service/evidence';
import type { Pool } from 'pg';

/** How far the seals are in the transparency log. Its tables are published by record-store. */
export interface SealsInLog {
  /** Null if there is no log yet. */
  origin: string | null;
  /** Number of the newest seal that a published checkpoint covers; 0 without one. */
  logged: number;
}

/** Reads how far the seals are in the log. */
export async function readSealsInLog(pool: Pool): Promise<SealsInLog> {
  const { rows } = await pool.query<{ origin: string | null; logged: number | null }>(
    `SELECT (SELECT origin FROM record_store_published.log_state) AS origin,
       (SELECT sequence FROM record_store_published.log_leaves
        WHERE subject_id = 'history' AND index < (SELECT tree_size FROM record_store_published.log_head)
        ORDER BY sequence DESC LIMIT 1) AS logged`,
  );
  return { origin: rows[0]?.origin ?? null, logged: rows[0]?.logged ?? 0 };
}

/** The digests of seals in the log, by their number; a seal that is not in the log is left out. */
export async function readLoggedDigests(
  pool: Pool,
  origin: string,
  numbers: readonly number[],
): Promise<Map<number, Digest>> {
  const bySlot = new Map(numbers.map((number) => [encodeHex(historySlot(origin, number)), number]));
  const { rows } = await pool.query<{ slot: string; digest: string }>(
    `SELECT encode(slot, 'hex') AS slot, encode(digest, 'hex') AS digest
     FROM record_store_published.log_leaves WHERE slot = ANY (SELECT decode(slot, 'hex') FROM unnest($1::text[]) AS slot)`,
    [[...bySlot.keys()]],
  );
  return new Map(rows.map(({ slot, digest }) => [bySlot.get(slot) ?? 0, `sha256:${digest}`]));
}
