import { createLogger } from '@service/platform/logging';
import { createPool } from '@service/platform/postgres';
import type { Pool } from 'pg';
import { createPlainRows, insertPlainRow } from '../events/plain-rows.ts';
import { closedLoop, type Calls } from '../load/closed-loop.ts';
import { startLoadGenerator, type LoadOutcome, type LoadRequest } from '../load/load.ts';
import { percentile } from '../../infra/percentiles.ts';
import type { Section } from '../section.ts';
import type { ServiceProcess } from '../service-process.ts';
import { startAnswering } from './answering-process.ts';
import { PATH, REQUEST } from './verification.ts';

const SCHEMA = 'bench_history';
const SECONDS = 3;
const ROUNDS = 3;
/** About as many bytes as a line of the history. */
const LINE = 'x'.repeat(380);

/**
 * A verification, one at a time, against a commit of one row on the same disk and against the bare route: the
 * cost of durability alone, and the cost of a request that does nothing.
 */
export async function measureHistory(service: ServiceProcess, dataDirectory: string): Promise<Section> {
  const { body } = await service.ask<object>('POST', PATH, REQUEST);
  const logger = createLogger('error');
  const pool = createPool(service.databaseUrl, { max: 1, applicationName: 'bench', logger });
  const generator = startLoadGenerator();
  const bare = await startAnswering('bare-route.ts', JSON.stringify(body), dataDirectory);
  try {
    await createPlainRows(pool, SCHEMA);
    const rows = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const commits = await commitAlone(pool, round);
      const routed = await generator.run(askAlone(bare, service.token));
      const kept = await generator.run(askAlone(service, service.token));
      rows.push(compare(commits, routed, kept));
    }
    return {
      title: 'a durable line of the history against one bare commit, one at a time',
      rows,
      notes: ['by_both is against one commit and one call of the bare route, one after the other.'],
    };
  } finally {
    generator.stop();
    bare.stop();
    await pool.query(`DROP SCHEMA IF EXISTS ${SCHEMA} CASCADE`);
    await pool.end();
  }
}

function commitAlone(pool: Pool, round: number): Promise<Calls> {
  return closedLoop(1, SECONDS, (number) => insertPlainRow(pool, SCHEMA, `${round}-${number}`, LINE));
}

function askAlone({ pid, port }: { pid: number; port: number }, token: string): LoadRequest {
  const target = { path: PATH, token, body: JSON.stringify(REQUEST) };
  return { port, serverPid: pid, target, connections: 1, warmUp: 1, seconds: SECONDS };
}

function compare(commits: Calls, bare: LoadOutcome, verified: LoadOutcome): Section['rows'][number] {
  const commit = percentile(commits.latencies, 0.5);
  return {
    commit_p50_ms: commit,
    commit_p99_ms: percentile(commits.latencies, 0.99),
    bare_p50_ms: bare.p50,
    bare_p99_ms: bare.p99,
    verify_p50_ms: verified.p50,
    verify_p99_ms: verified.p99,
    p50_by_commit: verified.p50 / commit,
    p50_by_both: verified.p50 / (commit + bare.p50),
  };
}
