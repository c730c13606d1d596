import type { PoolClient } from 'pg';
import type { RecordedEvent } from '../log/events.js';

/** When a subject expires; null where it no longer expires. */
export interface Due {
  subject_id: string;
  due_at: string | null;
}

/** Stores the due times that a batch of events sets; a later event of a subject wins. */
export async function applyDue(
  client: PoolClient,
  schema: string,
  events: RecordedEvent[],
  dueOf: (event: RecordedEvent) => Due | null,
): Promise<void> {
  const dues = new Map<string, string | null>();
  for (const event of events) {
    const due = dueOf(event);
    if (due !== null) dues.set(due.subject_id, due.due_at);
  }
  const ended = [...dues].filter(([, at]) => at === null).map(([id]) => id);
  const set = [...dues].filter(([, at]) => at !== null);
  if (ended.length > 0) {
    await client.query(`DELETE FROM ${schema}.due WHERE subject_id = ANY ($1)`, [ended]);
  }
  if (set.length > 0) {
    await client.query(
      `INSERT INTO ${schema}.due SELECT * FROM unnest($1::text[], $2::timestamptz[])
       ON CONFLICT (subject_id) DO UPDATE SET due_at = excluded.due_at`,
      [set.map(([id]) => id), set.map(([, at]) => at)],
    );
  }
}
