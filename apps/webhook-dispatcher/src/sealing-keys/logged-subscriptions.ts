import { foldLoggedSubscription, type SubscriptionSnapshot } from '@service/contracts';
import { EventLog } from '@service/event-store';
import type { Pool } from 'pg';
import { LOG } from '../subscriptions/own-log.js';

const PAGE = 1_000;

/** Every subscription of a database, from its events; none where there is no log yet. */
export async function readSubscriptions(pool: Pool): Promise<SubscriptionSnapshot[]> {
  const { rows } = await pool.query<{ log: string | null }>(`SELECT to_regclass('${LOG}.events') AS log`);
  if (rows[0]?.log == null) return [];
  const subscriptions = new Map<string, SubscriptionSnapshot>();
  for await (const { events } of new EventLog(pool, LOG).pages(PAGE)) {
    for (const event of events) {
      const folded = foldLoggedSubscription(subscriptions.get(event.stream_id), event);
      if (folded !== undefined) subscriptions.set(event.stream_id, folded);
    }
  }
  return [...subscriptions.values()];
}
