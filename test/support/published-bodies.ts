import { PUBLISHED_EVENT_COLUMNS, unpackBody, type StoredPublishedEvent } from '@service/messaging';
import type { TestService } from './service.js';

const READ = `SELECT ${PUBLISHED_EVENT_COLUMNS} FROM webhook_dispatcher.published_events`;

/** The bodies of all published events as they are stored, by the events’ ids. */
export async function publishedBodies(service: Pick<TestService, 'sql'>): Promise<Map<string, string>> {
  const rows = await service.sql<StoredPublishedEvent>(READ);
  return new Map(rows.map((row) => [row.event_id, unpackBody(row, row.body) ?? '']));
}
