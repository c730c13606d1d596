import { PUBLISHED_EVENT_COLUMNS, packBody, unpackBody, type StoredPublishedEvent } from '@service/messaging';

/** Runs statements, as a pool does. */
interface Database {
  query(text: string, values: unknown[]): Promise<{ rows: unknown[] }>;
}

/** Changes the body of a published event in the database, as a forger does who cannot make its code. */
export async function editPublished(
  database: Database,
  eventId: string | undefined,
  edit: (body: string) => string,
): Promise<void> {
  const { rows } = await database.query(
    `SELECT ${PUBLISHED_EVENT_COLUMNS} FROM webhook_dispatcher.published_events WHERE event_id = $1`,
    [eventId],
  );
  for (const row of rows as StoredPublishedEvent[]) {
    await database.query('UPDATE webhook_dispatcher.published_events SET body = $2 WHERE event_id = $1', [
      row.event_id,
      packBody(row, edit(unpackBody(row, row.body) ?? '')),
    ]);
  }
}
