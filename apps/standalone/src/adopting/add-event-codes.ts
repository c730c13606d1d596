import type { CodedEvent, EventAuthentication } from '@service/event-store';
import type { Client } from 'pg';

const PAGE = 1_000;

/** Columns of an event that its code covers. */
export const CODED_COLUMNS = 'stream_id, version, event_id, type, schema_version, element, data';

/**
 * Adds codes to the events with data that have none, in the owner's transaction.
 * @returns how many.
 */
export async function addEventCodes(
  client: Client,
  log: string,
  authentication: EventAuthentication,
): Promise<number> {
  let added = 0;
  for (;;) {
    const { rows } = await client.query<CodedEvent>(
      `SELECT ${CODED_COLUMNS} FROM ${log}.events WHERE data IS NOT NULL AND mac IS NULL LIMIT ${PAGE}`,
    );
    if (rows.length === 0) return added;
    await storeCodes(client, log, rows, authentication);
    added += rows.length;
  }
}

/**
 * Stores the codes of some events, in the owner's transaction: the trigger that refuses changes of events is off
 * meanwhile, and nothing else can append.
 */
export async function storeCodes(
  client: Client,
  log: string,
  events: readonly CodedEvent[],
  authentication: EventAuthentication,
): Promise<void> {
  const setTrigger = (state: 'DISABLE' | 'ENABLE') =>
    client.query(`ALTER TABLE ${log}.events ${state} TRIGGER events_are_append_only`);
  await setTrigger('DISABLE');
  const codes = events.map((event) => ({ event_id: event.event_id, mac: authentication.codeOf(event) }));
  await client.query(
    `UPDATE ${log}.events AS e SET mac = made.mac
     FROM json_to_recordset($1) AS made(event_id text, mac text) WHERE e.event_id = made.event_id`,
    [JSON.stringify(codes)],
  );
  await setTrigger('ENABLE');
}
