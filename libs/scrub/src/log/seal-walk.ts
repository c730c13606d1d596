import type { PoolClient } from 'pg';
import { differenceOf, type Difference } from '../difference.js';
import type { Walk } from '../walk.js';

/** Finds seals of the interaction history that the log left out. */
export class SealWalk implements Walk {
  private after = 0;
  private last: number | null = null;
  size = 0;

  constructor(private readonly pageSize: number) {}

  async look(client: PoolClient): Promise<Difference[]> {
    const { rows } = await client.query<{ number: number; in_log: boolean }>(
      `SELECT s.number, EXISTS (
         SELECT FROM record_store_published.log_leaves AS l WHERE l.subject_id = 'history' AND l.sequence = s.number
       ) AS in_log
       FROM record_store_published.log_seals AS s JOIN record_store_published.log_positions AS p ON p.source = 'history'
       WHERE s.number > $1 AND s.number <= p.pos ORDER BY s.number LIMIT $2`,
      [this.after, this.pageSize],
    );
    this.size = rows.length;
    this.last = rows.at(-1)?.number ?? null;
    return rows
      .filter((row) => !row.in_log)
      .map(({ number }) =>
        differenceOf('history', 'seal', `seal ${number}: the transparency log does not have it`),
      );
  }

  advance(): boolean {
    if (this.last === null) return false;
    this.after = this.last;
    return true;
  }
}
