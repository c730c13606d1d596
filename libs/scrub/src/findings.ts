import type { Pool } from 'pg';
import { DIFFERENCE_KINDS, type Difference, type DifferenceKind } from './difference.js';

/**
 * The findings of scrubs in a table of the gateways, which answer `verified: false` for the concerned subjects. A finding
 * stays until a whole round of any scrub has not found it again.
 */
export class Findings {
  constructor(private readonly pool: Pool) {}

  /** The database's clock, by which findings are dated. */
  async now(): Promise<Date> {
    const { rows } = await this.pool.query<{ now: Date }>(
      `SELECT date_trunc('milliseconds', clock_timestamp()) AS now`,
    );
    return rows[0]?.now ?? new Date(0);
  }

  /** Stores differences. @returns those that are new. */
  async store(differences: readonly Difference[]): Promise<Difference[]> {
    if (differences.length === 0) return [];
    const byName = new Map(differences.map((difference) => [nameOf(difference), difference]));
    const rows = [...byName.values()].map(({ leaves, ...difference }) => ({
      ...difference,
      leaves: leaves === null ? null : `[${leaves.first},${leaves.below})`,
    }));
    const { rows: stored } = await this.pool.query<{
      subject_id: string;
      difference: string;
      fresh: boolean;
    }>(
      `INSERT INTO verify_api.findings AS f (subject_id, kind, difference, concerns, leaves)
       SELECT subject_id, kind, difference, concerns, leaves
       FROM json_populate_recordset(NULL::verify_api.findings, $1)
       ON CONFLICT (subject_id, difference) DO UPDATE
         SET seen_at = clock_timestamp(), concerns = excluded.concerns, leaves = excluded.leaves
       RETURNING subject_id, difference, xmax = 0 AS fresh`,
      [JSON.stringify(rows)],
    );
    return stored.flatMap((row) => (row.fresh ? (byName.get(nameOf(row)) ?? []) : []));
  }

  /** Deletes the findings that a finished round has not found. @param began start of the round. */
  async forgetBefore(began: Date): Promise<void> {
    await this.pool.query('DELETE FROM verify_api.findings WHERE seen_at < $1', [began]);
  }

  /** Number of findings of each kind, including zeros. */
  async count(): Promise<ReadonlyMap<DifferenceKind, number>> {
    const { rows } = await this.pool.query<{ kind: DifferenceKind; count: number }>(
      'SELECT kind, count(*)::integer AS count FROM verify_api.findings GROUP BY kind',
    );
    const counted = new Map(rows.map(({ kind, count }) => [kind, count]));
    return new Map(DIFFERENCE_KINDS.map((kind) => [kind, counted.get(kind) ?? 0]));
  }
}

function nameOf({ subject_id, difference }: Pick<Difference, 'subject_id' | 'difference'>): string {
  return `${subject_id}\n${difference}`;
}
