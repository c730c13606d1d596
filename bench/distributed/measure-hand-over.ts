import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Pool } from 'pg';
import { readProcessList, type ListedProcess } from '../../infra/distributed/process-list.ts';
import { startBroker } from '../../infra/kafka/broker.ts';
import { findFreePort } from '../../infra/ports.ts';
import { percentile } from '../../infra/percentiles.ts';
import type { Section } from '../section.ts';
import { INVITATION, ROOT, databaseUrlIn, environmentFor } from '../service-process.ts';
import { startScript } from '../start-script.ts';

/** Number of measured hand-overs, and milliseconds between two looks and between two hand-overs. */
const TIMES = 7;
const LOOK_EVERY = 10;
const REST = 3_000;
/** Milliseconds after the signal until the next record-store has certainly taken over. */
const WATCHED = 12_000;

/**
 * The age that the newest checkpoint reaches while a stopping record-store hands the log over, on a broker with TLS and
 * SCRAM. From an age of 5 s on, gateways refuse.
 */
export async function measureHandOver(directory: string): Promise<Section> {
  const broker = await startBroker({
    directory: join(directory, 'broker'),
    port: await findFreePort(),
    secure: true,
  });
  const dataDirectory = join(directory, 'data');
  const launcher = await startScript(
    join(ROOT, 'infra/distributed/main.ts'),
    {
      ...environmentFor(dataDirectory),
      ...broker.settings,
      ENVIRONMENT: 'development',
      REPLICAS: '2',
      DATABASE_URL: undefined,
    },
    INVITATION,
  );
  const pool = new Pool({ connectionString: databaseUrlIn(dataDirectory) });
  try {
    const ages: number[] = [];
    for (let count = 0; count < TIMES; count += 1) {
      await pause(REST);
      process.kill((await workingRecordStore(dataDirectory)).pid, 'SIGTERM');
      ages.push(await oldestHead(pool));
    }
    const [least, most] = [Math.min(...ages), Math.max(...ages)];
    const rows = [
      {
        what: 'age of the newest checkpoint',
        median_ms: percentile(ages, 0.5),
        least_ms: least,
        most_ms: most,
      },
    ];
    return {
      title: 'hand-over of record-store',
      rows,
      notes: [
        `The oldest that it became in each of ${TIMES} hand-overs; without one it is confirmed each second.`,
      ],
    };
  } finally {
    await pool.end();
    await launcher.stop();
    await broker.stop();
  }
}

/** The record-store that has the log. */
async function workingRecordStore(dataDirectory: string): Promise<ListedProcess> {
  for (;;) {
    for (const each of await readProcessList(dataDirectory)) {
      if (!each.name.startsWith('record-store') || each.adminUrl === undefined) continue;
      const metrics = await fetch(`${each.adminUrl}/metrics`).then(
        (response) => response.text(),
        () => '',
      );
      if (metrics.includes('\nrvs_transparency_log_head_age_seconds')) return each;
    }
    await pause(LOOK_EVERY);
  }
}

/** The greatest age of the newest checkpoint, in milliseconds, while it is watched. */
async function oldestHead(pool: Pool): Promise<number> {
  let oldest = 0;
  for (const over = performance.now() + WATCHED; performance.now() < over; await pause(LOOK_EVERY)) {
    const { rows } = await pool.query<{ age: number }>(
      'SELECT (extract(epoch FROM clock_timestamp() - at) * 1000)::float8 AS age FROM record_store_published.log_head',
    );
    oldest = Math.max(oldest, rows[0]?.age ?? 0);
  }
  return oldest;
}
