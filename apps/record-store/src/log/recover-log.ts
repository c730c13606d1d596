import { StartError } from '@service/platform/errors';
import { newId } from '@service/contracts';
import {
  LEADER,
  acquireLease,
  inTransaction,
  releaseLease,
  requireLease,
  type Lease,
} from '@service/event-store';
import { formatLogOrigin, parseCheckpoint, parseNote, readLogOrigin } from '@service/evidence';
import type { CheckpointStore } from '@service/messaging/checkpoints';
import type { Pool, PoolClient } from 'pg';
import type { LogSchemas } from './log-schemas.js';
import { openLog } from './log-state.js';
import { logMigration } from './log-tables.sql.js';

/** Where the old log is after a recovery. */
export interface Recovery {
  /** Origin of the new log; verifiers must be told to trust it. */
  origin: string;
  /** The new schema of the old log's tables. */
  tables: string;
  /** The new place of the old log's checkpoint; null where nothing was moved. */
  checkpoint: string | null;
}

/** Milliseconds; the transaction holds the leases for as long as it takes. */
const LEASE = 60_000;

const TABLES = [
  'log_state',
  'log_positions',
  'log_leaves',
  'log_tiles',
  'log_checkpoints',
  'log_head',
  'log_cosignatures',
  'log_served',
];

/**
 * Replaces a log that must not go on by a new one, for an environment whose apps are stopped. The next
 * sequencer sequences all elements into it, and new elements name its origin. The old log stays readable. Meanwhile it
 * leads both owners itself, so that no app and no second recovery begins, on whatever machine.
 * @throws StartError where an app runs or another recovery does, or there is no log.
 */
export async function recoverLog(
  pool: Pool,
  schemas: LogSchemas,
  checkpoints: CheckpointStore,
): Promise<Recovery> {
  const leases: Lease[] = [];
  try {
    for (const source of schemas.sources) leases.push(await lead(pool, source));
    return await replaceLog(pool, schemas, checkpoints, leases);
  } finally {
    for (const lease of leases) await releaseLease(pool, lease);
  }
}

async function replaceLog(
  pool: Pool,
  { log: schema, sources }: LogSchemas,
  checkpoints: CheckpointStore,
  leases: readonly Lease[],
): Promise<Recovery> {
  const stored = await checkpoints.load();
  const { origin, recoveries } = await inTransaction(pool, 'BEGIN', async (client) => {
    for (const lease of leases) await requireLease(client, lease);
    const { rows } = await client.query<{ origin: string }>(`SELECT origin FROM ${schema}.log_origin`);
    const [known] = rows;
    if (known === undefined)
      throw new StartError('There is no log to recover: the service was never started.');
    const { first, recoveries: before } = readLogOrigin(known.origin);
    const next = Math.max(before, ...recoveriesOf(first, stored)) + 1;
    const opened = formatLogOrigin({ first, recoveries: next });
    await requireFree(client, archiveOf(schema, next));
    await client.query(`CREATE SCHEMA ${archiveOf(schema, next)}`);
    for (const table of TABLES) {
      await client.query(`ALTER TABLE ${schema}.${table} SET SCHEMA ${archiveOf(schema, next)}`);
    }
    await client.query(logMigration(schema).text());
    for (const source of sources) await client.query(`UPDATE ${source}.log_origin SET origin = $1`, [opened]);
    await openLog(client, schema, opened);
    return { origin: opened, recoveries: next };
  });
  // Last: until the new log exists, the old one must be compared with its stored checkpoints.
  const checkpoint = await checkpoints.setAside(`before-recovery-${recoveries}`);
  return { origin, tables: archiveOf(schema, recoveries), checkpoint };
}

function archiveOf(schema: string, recoveries: number): string {
  return `${schema}_before_recovery_${recoveries}`;
}

/** How often the log was replaced, by its stored checkpoints. */
function recoveriesOf(first: string, stored: readonly string[]): number[] {
  return stored
    .map((note) => readLogOrigin(parseCheckpoint(parseNote(note).text).origin))
    .flatMap((origin) => (origin.first === first ? [origin.recoveries] : []));
}

async function requireFree(client: PoolClient, archive: string): Promise<void> {
  const { rowCount } = await client.query('SELECT FROM pg_namespace WHERE nspname = $1', [archive]);
  if (rowCount !== 0)
    throw new StartError(`There is a schema ${archive} already; rename it, and recover again.`);
}

async function lead(pool: Pool, schema: string): Promise<Lease> {
  const lease = await acquireLease(pool, { schema, name: LEADER, holder: newId('request') }, LEASE);
  if (lease !== null) return lease;
  throw new StartError(
    `A process of ${schema} is running; stop the whole service before its log is recovered.`,
  );
}
