import { encodeHex } from '@service/evidence';
import type { Pool } from 'pg';
import type { Leaf } from './leaf-of.js';

/** The leaves of a batch by their slots: those that the log can take, and those whose slot it or an earlier leaf has. */
export async function bySlots(
  pool: Pool,
  schema: string,
  leaves: readonly Leaf[],
): Promise<{ free: Leaf[]; taken: Leaf[] }> {
  const { rows } = await pool.query<{ slot: Buffer }>(
    `SELECT slot FROM ${schema}.log_leaves WHERE slot = ANY ($1::bytea[])`,
    [leaves.map(({ slot }) => Buffer.from(slot))],
  );
  const known = new Set(rows.map(({ slot }) => encodeHex(slot)));
  const [free, taken]: [Leaf[], Leaf[]] = [[], []];
  for (const leaf of leaves) {
    const slot = encodeHex(leaf.slot);
    (known.has(slot) ? taken : free).push(leaf);
    known.add(slot);
  }
  return { free, taken };
}
