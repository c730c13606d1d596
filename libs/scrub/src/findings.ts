import { inTransaction } from '@service/event-store';
import { DatabaseUnavailableError } from '@service/platform/postgres';
import { DatabaseError, type Pool } from 'pg';
import { differenceInCatalogue, nameOf, type Difference } from './difference.js';
import type { KnownFindings } from './known-findings.js';
import type { RoundReport } from './round-reports.js';

/** Rows for the table. */
type FindingRow = Omit<Difference, 'leaves'> & { leaves: string | null };

/**
 * The findings of a scrub: in memory first, and in a table for the other gateways, which answer `verified: false` for the
 * concerned subjects. A finding stays until a whole round has not found it again. A table that does not store what it is
 * sent is a finding itself.
 */
export class Findings {
  private round = 0;
  private began = new Date(0);
  /** The monotonic clock’s time at the round’s beginning. */
  private beganAt = 0;

  /** @param alarm called once for each new finding, before anything is written. */
  constructor(
    private readonly pool: Pool,
    private readonly known: KnownFindings,
    private readonly alarm: (difference: Difference) => void,
  ) {}

  async beginRound(): Promise<void> {
    // By the database’s clock, which dates the rows.
    const { rows } = await this.pool.query<{ now: Date }>(
      `SELECT date_trunc('milliseconds', clock_timestamp()) AS now`,
    );
    this.began = rows[0]?.now ?? new Date(0);
    this.beganAt = performance.now();
    this.round += 1;
  }

  /**
   * Stores differences.
   * @param lookedAt monotonic time before the data was read. It dates the findings: a round of another process that began
   * later, and so read newer data, removes those that it did not find again.
   * @returns the given differences, and one more if the table did not store them.
   */
  async store(differences: readonly Difference[], lookedAt: number): Promise<Difference[]> {
    if (differences.length === 0) return [];
    if (this.round === 0) await this.beginRound();
    const seenAt = this.atDatabase(lookedAt);
    this.note(differences, seenAt);
    const refused = await this.write(differences, seenAt);
    if (refused === null) return [...differences];
    const inTable = differenceInCatalogue(`the table of findings does not store what it is sent${refused}`);
    this.note([inTable], this.atDatabase(performance.now()));
    return [...differences, inTable];
  }

  /** Ends a complete round: findings that it did not repeat are removed. */
  async endRound(): Promise<void> {
    this.known.forgetBefore(this.round);
    await this.pool.query('DELETE FROM verify_api.findings WHERE seen_at < $1', [this.began]);
  }

  /** The last complete round, for a report. */
  lastRound(): Pick<RoundReport, 'began' | 'found'> {
    return { began: this.began, found: new Set(this.known.all().map(nameOf)) };
  }

  /** A time of the monotonic clock by the database’s clock, in milliseconds since the Unix epoch. */
  private atDatabase(time: number): number {
    return this.began.getTime() + time - this.beganAt;
  }

  private note(differences: readonly Difference[], at: number): void {
    for (const difference of this.known.note(differences, this.round, at)) this.alarm(difference);
  }

  /** @returns null if the table has the rows afterwards, otherwise the cause. */
  private async write(differences: readonly Difference[], seenAt: number): Promise<string | null> {
    const byName = new Map(differences.map((difference) => [nameOf(difference), difference]));
    const rows = [...byName.values()].map(({ leaves, ...difference }): FindingRow => {
      return { ...difference, leaves: leaves === null ? null : `[${leaves.first},${leaves.below})` };
    });
    try {
      return (await this.writeAndRead(rows, seenAt)) === rows.length ? null : '';
    } catch (error) {
      if (error instanceof DatabaseUnavailableError || !(error instanceof DatabaseError)) throw error;
      return ` (${error.code})`;
    }
  }

  /** @returns the smaller number of rows that the table says it took, and that it shows. */
  private writeAndRead(rows: readonly FindingRow[], seenAt: number): Promise<number> {
    const values = [JSON.stringify(rows)];
    return inTransaction(this.pool, 'BEGIN', async (client) => {
      const taken = await client.query(STORE, [...values, new Date(seenAt)]);
      const shown = await client.query(SHOWN, values);
      return Math.min(taken.rows.length, shown.rows.length);
    });
  }
}

const STORE = `
  INSERT INTO verify_api.findings AS f (subject_id, kind, difference, concerns, leaves, seen_at)
  SELECT subject_id, kind, difference, concerns, leaves, $2
  FROM json_populate_recordset(NULL::verify_api.findings, $1)
  ON CONFLICT (subject_id, difference) DO UPDATE
    SET seen_at = greatest(f.seen_at, excluded.seen_at), concerns = excluded.concerns, leaves = excluded.leaves
  RETURNING f.subject_id`;

const SHOWN = `
  SELECT FROM json_populate_recordset(NULL::verify_api.findings, $1) AS sent
  JOIN verify_api.findings AS f USING (subject_id, kind, difference, concerns)
  WHERE f.leaves IS NOT DISTINCT FROM sent.leaves`;
