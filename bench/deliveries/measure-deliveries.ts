import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { KEYED_ACCESS, createBoundaryViews } from '@service/platform/boundaries';
import { startEmbeddedServer } from '@service/platform/embedded-postgres';
import { runMigrations } from '@service/platform/migrations';
import { verifyApiBoundary, verifyApiMigrations } from '@service/verify-api';
import { webhookDispatcherMigrations } from '@service/webhook-dispatcher';
import pg from 'pg';
import { spread } from '../../infra/percentiles.ts';
import type { Section } from '../section.ts';
import type { BareRequest } from './bare-process.ts';
import type { Commit, PublishRequest } from './dispatcher-process.ts';
import type { Arrival, ReceiverRequest } from './receiver-process.ts';

/** How many deliveries are made at full speed: `DELIVERIES`. */
const DELIVERIES = Number(process.env['DELIVERIES'] ?? 60_000);
const ENDPOINTS = 20;
const PER_ENDPOINT = 8;
const BODY_BYTES = 1_500;
/** Healthy endpoints of the run that shows isolation, as many hang beside them; events a second, and seconds. */
const HEALTHY = 100;
const ISOLATION_RATE = 4;
const ISOLATION_SECONDS = 40;
/** Seconds of it that come before: the first deliveries wait for connections, and for code to be compiled. */
const WARM_SECONDS = 5;
/** Events a second to all endpoints, and seconds, of the trickle that latency is measured under. */
const TRICKLE = 25;
const TRICKLE_SECONDS = 10;
/** Milliseconds between two looks at how much has arrived; each costs time of what is measured. */
const LOOK = 50;

const body = JSON.stringify({ event: { filler: 'x'.repeat(BODY_BYTES) } });

/** Deliveries of one process, against a bare loop that stores nothing, and what hung endpoints cost the others. */
export async function measureDeliveries(directory: string): Promise<Section[]> {
  const { full, trickle } = await measureSpeed(join(directory, 'speed'));
  const without = await measureIsolation(join(directory, 'without'), 0);
  const beside = await measureIsolation(join(directory, 'beside'), HEALTHY);
  const notes = [
    `Bodies of ${body.length} bytes over loopback without TLS. The bare loop makes two HMACs for each post and stores`,
    'nothing; the dispatcher makes three signatures, one of them Ed25519, plans, and commits every outcome. The database',
    'and the receivers share the machine with it.',
  ];
  return [
    { title: `deliveries to ${ENDPOINTS} endpoints`, rows: [...full, trickle], notes },
    {
      title: `commit → delivered at ${HEALTHY} healthy endpoints, ${ISOLATION_RATE} events a second to each`,
      rows: [
        { what: 'alone', ...without },
        { what: `beside ${HEALTHY} that hang`, ...beside },
      ],
      notes: [`p99 beside them is ${ratio(beside.p99_ms, without.p99_ms)} of that without them.`],
    },
  ];
}

function ratio(one: number, other: number): string {
  return (one / other).toFixed(2);
}

async function measureSpeed(directory: string) {
  return withDispatcher(directory, { answering: ENDPOINTS, hanging: 0 }, async (stage) => {
    const { receivers, dispatcher, ports } = stage;
    const bare = async (asymmetric: boolean) => {
      const request: BareRequest = { ports, body, posts: DELIVERIES, perPort: PER_ENDPOINT, asymmetric };
      const child = forkOf('bare-process.ts');
      const seconds = await ask<number>(child, request);
      child.kill();
      return DELIVERIES / seconds;
    };
    const ours = async () => {
      await tell(receivers, 'forget');
      const events = DELIVERIES / ENDPOINTS;
      const startedAt = performance.now();
      await ask(dispatcher, { events, subjects: events / 2, perSecond: 0, body } satisfies PublishRequest);
      while ((await ask<number>(receivers, 'count')) < DELIVERIES) await pause(LOOK);
      return DELIVERIES / ((performance.now() - startedAt) / 1_000);
    };
    // One round without measurement: no side profits from warm caches or pays for leftovers of the other.
    await ours();
    const [first, made, second] = [await bare(false), await ours(), await bare(false)];
    const signing = await bare(true);
    const loop = (first + second) / 2;
    const trickle = await latenciesOf(stage, TRICKLE, TRICKLE_SECONDS, ports.length);
    return {
      full: [
        { what: 'bare loop', per_second: loop, ratio: 1, p50_ms: null, p99_ms: null },
        {
          what: 'bare loop, with Ed25519 as well',
          per_second: signing,
          ratio: signing / loop,
          p50_ms: null,
          p99_ms: null,
        },
        { what: 'planned and delivered', per_second: made, ratio: made / loop, p50_ms: null, p99_ms: null },
      ],
      trickle: {
        what: `commit → delivered, ${TRICKLE} events a second`,
        per_second: TRICKLE * ports.length,
        ratio: null,
        ...trickle,
      },
    };
  });
}

function measureIsolation(directory: string, hanging: number) {
  return withDispatcher(directory, { answering: HEALTHY, hanging }, async (stage) => {
    await latenciesOf(stage, ISOLATION_RATE, WARM_SECONDS, HEALTHY);
    return latenciesOf(stage, ISOLATION_RATE, ISOLATION_SECONDS, HEALTHY);
  });
}

interface Stage {
  receivers: ChildProcess;
  dispatcher: ChildProcess;
  ports: number[];
}

/** Milliseconds from an event's commit until each of its deliveries arrived. */
async function latenciesOf(
  { receivers, dispatcher }: Stage,
  perSecond: number,
  seconds: number,
  answering: number,
) {
  await tell(receivers, 'forget');
  const events = perSecond * seconds;
  const commits = await ask<Commit[]>(dispatcher, { events, subjects: events, perSecond, body });
  while ((await ask<number>(receivers, 'count')) < events * answering) await pause(LOOK);
  const arrivals = await ask<Arrival[]>(receivers, 'arrivals');
  const committed = new Map(commits);
  return spread(arrivals.map(([id, at]) => at - (committed.get(id) ?? at)));
}

async function withDispatcher<Result>(
  directory: string,
  receiving: ReceiverRequest,
  work: (stage: Stage) => Promise<Result>,
): Promise<Result> {
  const server = await startEmbeddedServer({ directory, database: 'bench', parameters: KEYED_ACCESS });
  const receivers = forkOf('receiver-process.ts');
  const dispatcher = forkOf('dispatcher-process.ts');
  try {
    await runMigrations(server.url, webhookDispatcherMigrations);
    await makeNeighbours(server.url);
    const ports = await ask<number[]>(receivers, receiving);
    await ask(dispatcher, { databaseUrl: server.url, ports });
    return await work({ receivers, dispatcher, ports });
  } finally {
    dispatcher.kill();
    receivers.kill();
    await server.stop();
  }
}

/** What the dispatcher needs of other apps: views by which it adds to the history, and a log that is confirmed. */
async function makeNeighbours(url: string): Promise<void> {
  await runMigrations(url, verifyApiMigrations);
  const client = new pg.Client(url);
  await client.connect();
  try {
    await createBoundaryViews(client, verifyApiBoundary);
    await client.query('CREATE SCHEMA record_store_published');
    await client.query('CREATE TABLE record_store_published.log_head AS SELECT clock_timestamp() AS at');
  } finally {
    await client.end();
  }
}

function forkOf(script: string): ChildProcess {
  return fork(join(import.meta.dirname, script), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
}

async function tell(child: ChildProcess, message: object | string): Promise<void> {
  await new Promise((resolve) => child.send(message, resolve));
}

/** @throws where the process ended instead. */
async function ask<Answer>(child: ChildProcess, message: object | string): Promise<Answer> {
  const settled = new AbortController();
  const answer = once(child, 'message', settled).then(([answered]) => answered as Answer);
  const ended = once(child, 'exit', settled).then(() => {
    throw new Error('A process of the measurement ended.');
  });
  ended.catch(() => undefined);
  await tell(child, message);
  return Promise.race([answer, ended]).finally(() => settled.abort());
}
