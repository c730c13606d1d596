import { waitFor } from '@service/platform/waiting';
import { withDatabase } from './database.ts';
import type { ServiceProcess } from './service-process.ts';
import { BATCH, registerInBatches } from './writes/registering.ts';

/** Milliseconds between two looks at how long the log is. */
const LOOK = 200;
/** Milliseconds after which a service that is behind is given up. */
const PATIENCE = 300_000;
const MOST_IDS = 200_000;

/** Registers a number of records and waits until the log has them. @returns their ids, in no order. */
export async function registerLogged(service: ServiceProcess, records: number): Promise<string[]> {
  await registerInBatches(service.ask, Math.ceil(records / BATCH));
  await logHolds(service, records);
  return readIds(service);
}

/** Resolves once the transparency log holds at least a number of elements. */
export async function logHolds({ port }: ServiceProcess, size: number): Promise<void> {
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}/v1/log/development/checkpoint`);
    const [, line] = (await answer.text()).split('\n');
    if (Number(line) >= size) return;
    await new Promise((resolve) => setTimeout(resolve, LOOK));
  }
}

/**
 * Resolves once the newest event is published and shown, and no autovacuum is running: by then, what was registered costs no
 * more.
 */
export async function settled({ databaseUrl }: ServiceProcess): Promise<void> {
  const look = async () => {
    const [row] = await query<{ settled: boolean }>(databaseUrl, SETTLED);
    return row?.settled === true || undefined;
  };
  if ((await waitFor(look, PATIENCE, LOOK)) === undefined) {
    throw new Error(`The service had not settled within ${PATIENCE} ms.`);
  }
}

const SETTLED = `WITH newest AS (
    SELECT tx, pos FROM record_store.events ORDER BY tx DESC, pos DESC LIMIT 1
  ), followers AS (
    SELECT tx, pos FROM verify_api_records.positions WHERE consumer = 'records'
    UNION ALL SELECT tx, pos FROM webhook_dispatcher.positions WHERE consumer = 'record_store'
  )
  SELECT NOT EXISTS (SELECT FROM pg_stat_activity WHERE backend_type = 'autovacuum worker')
    AND (SELECT count(*) = 2 AND bool_and((followers.tx, followers.pos) = (newest.tx, newest.pos))
      FROM followers, newest) AS settled`;

/** Ids of records in no order, at most 200,000. */
export async function readIds({ databaseUrl }: Pick<ServiceProcess, 'databaseUrl'>): Promise<string[]> {
  const ids = await query<{ id: string }>(
    databaseUrl,
    `SELECT id FROM verify_api_records.records ORDER BY random() LIMIT ${MOST_IDS}`,
  );
  return ids.map(({ id }) => id);
}

/** Bytes of a whole database, indexes included. */
export async function databaseBytes(databaseUrl: string): Promise<number> {
  const [row] = await query<{ bytes: string }>(
    databaseUrl,
    'SELECT pg_database_size(current_database()) AS bytes',
  );
  return Number(row?.bytes);
}

/** Rows that one statement reads from a service's database. */
export function query<Row extends object>(databaseUrl: string, text: string): Promise<Row[]> {
  return withDatabase(databaseUrl, 1, async (pool) => (await pool.query<Row>(text)).rows);
}
