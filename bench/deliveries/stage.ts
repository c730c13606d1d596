import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { KEYED_ACCESS, createBoundaryViews } from '@service/platform/boundaries';
import { startEmbeddedServer } from '@service/platform/embedded-postgres';
import { runMigrations } from '@service/platform/migrations';
import { verifyApiBoundary, verifyApiMigrations } from '@service/verify-api';
import { webhookDispatcherMigrations } from '@service/webhook-dispatcher';
import pg from 'pg';
import { ask, tell } from '../ask-process.ts';
import type { PublishRequest } from './dispatcher-process.ts';
import type { ReceiverRequest } from './receiver-process.ts';

const BODY_BYTES = 1_500;
/** Milliseconds between two questions for the number of arrived deliveries; each costs some of the measured time. */
export const LOOK = 50;

/** A dispatcher and the processes that it delivers to. */
export interface Stage {
  receivers: ChildProcess;
  dispatcher: ChildProcess;
  ports: number[];
  databaseUrl: string;
}

/** The body of a delivery, 1,500 bytes and some. */
export function exampleBody(): string {
  return JSON.stringify({ event: { filler: 'x'.repeat(BODY_BYTES) } });
}

/** Publishes enough events for some deliveries, all at once, and waits for the last one. @returns deliveries a second. */
export async function deliverAtOnce(
  { receivers, dispatcher, ports }: Stage,
  deliveries: number,
  body: string,
): Promise<number> {
  await tell(receivers, 'forget');
  const events = deliveries / ports.length;
  const startedAt = performance.now();
  await ask(dispatcher, { events, subjects: events / 2, perSecond: 0, body } satisfies PublishRequest);
  while ((await ask<number>(receivers, 'count')) < deliveries) await pause(LOOK);
  return deliveries / ((performance.now() - startedAt) / 1_000);
}

/** Starts a database, a dispatcher and receivers, and stops them when the work has ended. */
export async function withDispatcher<Result>(
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
    return await work({ receivers, dispatcher, ports, databaseUrl: server.url });
  } finally {
    dispatcher.kill();
    receivers.kill();
    await server.stop();
  }
}

/** Tables of other apps that the dispatcher needs: views by which it adds to the history, and a log that is confirmed. */
async function makeNeighbours(url: string): Promise<void> {
  await runMigrations(url, verifyApiMigrations);
  const client = new pg.Client(url);
  await client.connect();
  try {
    await createBoundaryViews(client, verifyApiBoundary);
    await client.query('CREATE SCHEMA record_store_published');
    await client.query('CREATE TABLE record_store_published.log_head AS SELECT clock_timestamp() AS at');
    // The login of this measurement publishes, as that of the dispatcher does.
    await client.query('GRANT INSERT ON webhook_dispatcher.published_events TO CURRENT_USER');
  } finally {
    await client.end();
  }
}

/** A script of this folder as a process. */
export function forkOf(script: string): ChildProcess {
  return fork(join(import.meta.dirname, script), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
}
