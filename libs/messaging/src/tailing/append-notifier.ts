import { OWNER_APPS } from '@service/platform/databases';
import type { Pool } from 'pg';
import type { EventLogName } from '../events/event-feed.js';

/** The channel of PostgreSQL on which processes tell each other `<log> <transaction>`; every role may write to it. */
export const APPENDS_CHANNEL = 'log_appended';

const TOLD = new RegExp(`^(${OWNER_APPS.join('|')}) (\\d{1,19})$`);

/** An append to a log, by the id of its transaction. */
export interface ToldAppend {
  log: EventLogName;
  transaction: bigint;
}

/** Reads a notification; null for what no notifier has sent. */
export function readNotification(payload: string): ToldAppend | null {
  const [, log, transaction] = TOLD.exec(payload) ?? [];
  if (log === undefined || transaction === undefined) return null;
  return { log: log as EventLogName, transaction: BigInt(transaction) };
}

/**
 * Tells other processes of appends, once for all of a turn of the event loop, and outside of the appends: a notification
 * takes a lock that serialises the commits with one. Nobody waits for the disk, and a notification can be lost.
 */
export class AppendNotifier {
  private readonly untold = new Map<EventLogName, bigint>();
  private telling = false;

  constructor(private readonly pool: Pool) {}

  appended(log: EventLogName, transaction: bigint): void {
    const untold = this.untold.get(log) ?? -1n;
    this.untold.set(log, transaction > untold ? transaction : untold);
    if (!this.telling) void this.tell();
  }

  private async tell(): Promise<void> {
    this.telling = true;
    while (this.untold.size > 0) {
      await new Promise(setImmediate);
      const texts = [...this.untold].map(([log, transaction]) => `${log} ${transaction}`);
      this.untold.clear();
      await this.pool.query({ name: 'tell_appended', text: TELL, values: [texts] }).catch(() => undefined);
    }
    this.telling = false;
  }
}

const TELL = `SELECT set_config('synchronous_commit', 'off', true), pg_notify('${APPENDS_CHANNEL}', text)
  FROM unnest($1::text[]) AS told(text)`;
