import { readEventAuthentications, readPublishedEventAuthentication } from '@service/messaging';
import type { EnvironmentDatabase } from '@service/platform/databases';
import type { Logger } from '@service/platform/logging';
import { createPool } from '@service/platform/postgres';
import type { Settings } from '@service/platform/settings';
import { renderAgain } from '@service/webhook-dispatcher';

/** Most ids in a line of the log. */
const MOST_NAMED = 100;

/**
 * Renders the published events again whose code an operator has removed, because the row was forged (docs/databases.md).
 * Each is made from its own event, so whoever else removes a code gains nothing.
 * @returns how many were rendered.
 */
export async function renderUncodedEvents(
  { ownerUrl }: EnvironmentDatabase,
  settings: Settings,
  logger: Logger,
): Promise<number> {
  const pool = createPool(ownerUrl, { max: 2, applicationName: 'rendering', logger });
  try {
    const { rows } = await pool.query(
      'SELECT FROM webhook_dispatcher.published_events WHERE mac IS NULL LIMIT 1',
    );
    if (rows.length === 0) return 0;
    const of = { settings, logger };
    const { rendered, left } = await renderAgain({
      pool,
      authentications: await readEventAuthentications(of),
      publishedEvents: await readPublishedEventAuthentication(of),
    });
    if (left.length > 0) {
      logger.error(
        { environment: settings.environment, count: left.length, event_ids: left.slice(0, MOST_NAMED) },
        'Stored data was tampered with: published events without the events that they were rendered from.',
      );
    }
    return rendered;
  } finally {
    await pool.end();
  }
}
