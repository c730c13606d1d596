import { inTransaction } from '@service/event-store';
import type { Pool } from 'pg';
import type { Difference } from './difference.js';
import { scrubDirectory } from './scrub-directory.js';
import { scrubRecords } from './scrub-records.js';

/**
 * Compares all events and views, and keeps what differs where gateways see it: they answer `verified: false`
 * for it from then on, until a scrub finds it sound again. A finding can only turn an answer false.
 */
export async function scrub(pool: Pool, found: (difference: Difference) => void): Promise<Difference[]> {
  const differences = await inTransaction(
    pool,
    'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY',
    async (client) => {
      const all: Difference[] = [];
      for (const walk of [scrubDirectory, scrubRecords]) {
        for await (const page of walk(client)) {
          for (const difference of page) found(difference);
          all.push(...page);
        }
      }
      return all;
    },
  );
  await inTransaction(pool, 'BEGIN', async (client) => {
    await client.query('DELETE FROM verify_api.findings');
    await client.query(
      `INSERT INTO verify_api.findings (subject_id, difference)
       SELECT subject_id, difference FROM json_populate_recordset(NULL::verify_api.findings, $1)
       ON CONFLICT DO NOTHING`,
      [JSON.stringify(differences)],
    );
  });
  return differences;
}
