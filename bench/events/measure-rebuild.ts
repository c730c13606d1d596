import { percentile } from '../../infra/percentiles.ts';
import { withDatabase } from '../database.ts';
import { readIds, registerLogged } from '../filled-service.ts';
import type { Section } from '../section.ts';
import { runCommand, type ServiceProcess } from '../service-process.ts';

const PRINTED = /^development: (\w+) was rebuilt from (\d+) events in (\d+) ms/m;

/** Records that the view has at least: `RECORDS`. */
const RECORDS = Number(process.env['RECORDS'] ?? 10_000);
/** Rebuilds and copies, in turns. */
const ROUNDS = 3;
const TABLES = ['records', 'former_contents', 'stream_versions'];

/** Rebuilds the records' view beside the running service, and copies its tables with the same indexes. */
export async function measureRebuild(service: ServiceProcess, dataDirectory: string): Promise<Section> {
  const missing = RECORDS - (await readIds(service)).length;
  if (missing > 0) await registerLogged(service, missing);
  const rebuilds: number[] = [];
  const copies: number[] = [];
  let events = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    copies.push(await copyTables(service));
    const rebuilt = await rebuild(dataDirectory);
    events = rebuilt.events;
    rebuilds.push(rebuilt.milliseconds);
  }
  const [rebuiltIn, copiedIn] = [percentile(rebuilds, 0.5), percentile(copies, 0.5)];
  const row = (what: string, ms: number) => ({
    what,
    events,
    ms: Math.round(ms),
    per_second: Math.round(events / (ms / 1_000)),
    ratio: copiedIn / ms,
  });
  return {
    title: 'rebuild of the view of records, while the service answers',
    rows: [row('rebuilt from its events', rebuiltIn), row('copied by the database', copiedIn)],
    notes: [
      `Medians of ${ROUNDS}, in turns. A copy is one statement for each table, into tables with the same indexes: it reads`,
      'no event and folds nothing.',
    ],
  };
}

async function rebuild(dataDirectory: string): Promise<{ events: number; milliseconds: number }> {
  const printed = await runCommand(dataDirectory, 'rebuild', 'records');
  const [, , events, milliseconds] = PRINTED.exec(printed) ?? [];
  if (milliseconds === undefined) throw new Error(`The rebuild printed no figures: ${printed}`);
  return { events: Number(events), milliseconds: Number(milliseconds) };
}

/** Milliseconds that the database takes to copy the view's tables with their indexes. */
async function copyTables({ databaseUrl }: ServiceProcess): Promise<number> {
  return withDatabase(databaseUrl, 1, async (pool) => {
    await pool.query('SET synchronous_commit = off');
    const startedAt = performance.now();
    await pool.query('CREATE SCHEMA copied');
    for (const table of TABLES) {
      await pool.query(`CREATE TABLE copied.${table} (LIKE verify_api_records.${table} INCLUDING ALL)`);
      await pool.query(`INSERT INTO copied.${table} SELECT * FROM verify_api_records.${table}`);
    }
    const milliseconds = performance.now() - startedAt;
    await pool.query('DROP SCHEMA copied CASCADE');
    return milliseconds;
  });
}
