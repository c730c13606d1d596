import { createLogger, createPool } from '@service/platform';
import type { Pool } from 'pg';
import { createPlainRows, insertPlainRow } from '../events/plain-rows.ts';
import { closedLoop, type Calls } from '../load/closed-loop.ts';
import { startLoadGenerator, type LoadOutcome, type LoadRequest } from '../load/load.ts';
import { percentile } from '../percentiles.ts';
import type { Section } from '../section.ts';
import type { ServiceProcess } from '../service-process.ts';
import { PATH, REQUEST } from './verification.ts';

const SCHEMA = 'bench_history';
const SECONDS = 3;
const ROUNDS = 3;
/** About the bytes of a line of the history. */
const LINE = 'x'.repeat(380);

/** A verification, one at a time, against a commit of one row on the same disk: what durability alone costs. */
export async function measureHistory(service: ServiceProcess): Promise<Section> {
  const logger = createLogger('error');
  const pool = createPool(service.databaseUrl, { max: 1, applicationName: 'bench', logger });
  const generator = startLoadGenerator();
  try {
    await createPlainRows(pool, SCHEMA);
    const rows = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const commits = await commitAlone(pool, round);
      rows.push(compare(commits, await generator.run(verifyAlone(service))));
    }
    return {
      title: 'a durable line of the history against one bare commit, one at a time',
      rows,
      notes: [],
    };
  } finally {
    generator.stop();
    await pool.query(`DROP SCHEMA IF EXISTS ${SCHEMA} CASCADE`);
    await pool.end();
  }
}

function commitAlone(pool: Pool, round: number): Promise<Calls> {
  return closedLoop(1, SECONDS, (number) => insertPlainRow(pool, SCHEMA, `${round}-${number}`, LINE));
}

function verifyAlone({ pid, port, token }: ServiceProcess): LoadRequest {
  const target = { path: PATH, token, body: JSON.stringify(REQUEST) };
  return { port, serverPid: pid, target, connections: 1, warmUp: 1, seconds: SECONDS };
}

function compare(commits: Calls, verified: LoadOutcome): Section['rows'][number] {
  const commit = percentile(commits.latencies, 0.5);
  return {
    commit_p50_ms: commit,
    commit_p99_ms: percentile(commits.latencies, 0.99),
    verify_p50_ms: verified.p50,
    verify_p99_ms: verified.p99,
    p50_by_commit: verified.p50 / commit,
  };
}
