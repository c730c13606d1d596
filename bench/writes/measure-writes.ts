import { closedLoop } from '../load/closed-loop.ts';
import { startLoadGenerator, type LoadGenerator, type LoadOutcome } from '../load/load.ts';
import { percentile } from '../../infra/percentiles.ts';
import { machineTime, stolenShare } from '../process-figures.ts';
import type { Section } from '../section.ts';
import type { ServiceProcess } from '../service-process.ts';
import { ONE, batchOf, type Registration } from './registering.ts';
import type { Pool } from 'pg';
import { withDatabase } from '../database.ts';

const SECONDS = 5;
const BARE_SECONDS = 2;
const INSERTING = 16;

const LOADS: { callers: number; registration: Registration }[] = [
  ...[1, 16, 64].map((callers) => ({ callers, registration: ONE })),
  ...[1, 4, 8].map((callers) => ({ callers, registration: batchOf(100) })),
];

interface Tools {
  service: ServiceProcess;
  dataDirectory: string;
  insert: InsertPlainRow;
  generator: LoadGenerator;
}

/**
 * Registrations by callers that wait for their answer, each load between a bare commit and single-row inserts of the same
 * bytes on the same server.
 */
export async function measureWrites(
  service: ServiceProcess,
  dataDirectory: string,
  element: string,
): Promise<Section> {
  const generator = startLoadGenerator();
  try {
    const rows = await withPlainRows(
      service.databaseUrl,
      { connections: INSERTING, element },
      async (insert) => {
        const measured = [];
        for (const [round, load] of LOADS.entries()) {
          measured.push(await measureLoad({ service, dataDirectory, insert, generator }, load, round));
        }
        return measured;
      },
    );
    return {
      title: 'registrations over HTTP',
      rows,
      notes: [
        'commit_ms is the median of one durable insert alone; by_commit is p50 in its multiples. by_inserts compares records',
        `a second with single-row inserts of the same bytes from ${INSERTING} connections. The times of node and of the database's`,
        'processes are for each record. stolen is the share of the machine that its host gave to others meanwhile.',
      ],
    };
  } finally {
    generator.stop();
  }
}

async function measureLoad(
  { service, dataDirectory, insert, generator }: Tools,
  { callers, registration }: (typeof LOADS)[number],
  round: number,
): Promise<Section['rows'][number]> {
  const before = machineTime();
  const named = (what: string) => (number: number) => insert(`${what}-${round}-${number}`);
  const commits = await closedLoop(1, BARE_SECONDS, named('alone'));
  const inserts = await closedLoop(INSERTING, BARE_SECONDS, named('beside'));
  const { path, body, placeholder, records } = registration;
  const outcome = await generator.run({
    port: service.port,
    serverPid: service.pid,
    dataDirectory,
    target: { path, body, placeholder, token: service.token },
    connections: callers,
    warmUp: 1,
    seconds: SECONDS,
  });
  const after = machineTime();
  const perSecond = outcome.perSecond * records;
  const commit = percentile(commits.latencies, 0.5);
  return {
    what: records === 1 ? 'single' : `batches of ${records}`,
    callers,
    per_second: Math.round(perSecond),
    by_inserts: perSecond / inserts.perSecond,
    p50_ms: outcome.p50,
    p99_ms: outcome.p99,
    commit_ms: commit,
    by_commit: outcome.p50 / commit,
    ...processorTimes(outcome, perSecond),
    stolen: stolenShare(before, after),
  };
}

/** Milliseconds of processor time for a record. */
function processorTimes({ serverCores, databaseCores }: LoadOutcome, perSecond: number) {
  const each = (cores: number | null) => (cores === null ? null : (cores * 1_000) / perSecond);
  return { node_ms: each(serverCores), database_ms: each(databaseCores) };
}

/** Inserts one row, which is one commit. */
type InsertPlainRow = (id: string) => Promise<void>;

/** Makes a table whose rows nothing checks: the least cost of any durable write. */
async function createPlainRows(pool: Pool, schema: string): Promise<void> {
  await pool.query(`CREATE SCHEMA ${schema}`);
  await pool.query(
    `CREATE TABLE ${schema}.plain (event_id text PRIMARY KEY, stream_id text NOT NULL, version integer NOT NULL,
      type text NOT NULL, element text NOT NULL)`,
  );
}

/** Inserts one row, which is one commit. */
async function insertPlainRow(pool: Pool, schema: string, id: string, element: string): Promise<void> {
  await pool.query({
    name: 'insert_row',
    text: `INSERT INTO ${schema}.plain (event_id, stream_id, version, type, element) VALUES ($1, $2, $3, $4, $5)`,
    values: [`evt_${id}`, `rec_${id}`, 1, 'service.record.registered', element],
  });
}

/** A table for such rows beside a service's own, for as long as some work takes. */
async function withPlainRows<Result>(
  databaseUrl: string,
  { connections, element }: { connections: number; element: string },
  work: (insert: InsertPlainRow) => Promise<Result>,
): Promise<Result> {
  const schema = 'bench_plain_rows';
  return withDatabase(databaseUrl, connections, async (pool) => {
    await createPlainRows(pool, schema);
    try {
      return await work((id) => insertPlainRow(pool, schema, id, element));
    } finally {
      await pool.query(`DROP SCHEMA ${schema} CASCADE`);
    }
  });
}
