import 'reflect-metadata';
import { ENVIRONMENTS } from '@service/contracts';
import { EnvironmentDatabase } from '@service/platform/databases';
import { StartError } from '@service/platform/errors';
import { createLogger } from '@service/platform/logging';
import { createMetrics } from '@service/platform/metrics';
import { releaseStartMemory } from '@service/platform/processes';
import { loadSettings } from '@service/platform/settings';
import { InnerDoor, type LeakTaker } from '@service/verify-api';
import type { RunningEnvironment } from '../environment.js';
import { hostEnvironment } from './host-environment.js';
import { LIFE_SIGN_PAUSE, type Order, type Report, type StartOrder } from './messages.js';

// The process of one environment. It does what the process that started it says, and ends with it.

const settings = loadSettings(process.env);
const logger = createLogger(settings.logLevel);
const metrics = createMetrics(logger);

let running: RunningEnvironment | undefined;
let stop: () => Promise<void> = async () => undefined;

// Whoever stops all processes of a service at once leaves it to the first one to drain this one.
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => undefined);
// Nobody passes requests on any more, and another service may be starting on the same data.
process.once('disconnect', () => process.exit(1));

setInterval(() => report({ type: 'alive' }), LIFE_SIGN_PAUSE).unref();

process.on('message', (order: Order) => {
  switch (order.type) {
    case 'start':
      void start(order).then(() => report({ type: 'ready' }), fail);
      break;
    case 'drain':
      running?.gateway.drain();
      break;
    case 'stop':
      void stop().then(() => process.exit(0), fail);
      break;
    case 'scrape':
      void scrape(order.id);
      break;
    case 'leaked':
      running?.gateway.leaked.take(order.reports, order.requestId);
      break;
  }
});

async function start(order: StartOrder): Promise<void> {
  const { environment, ownerUrl, appUrls, databaseUrls, socketPath } = order;
  const database = new EnvironmentDatabase(environment, ownerUrl, appUrls);
  const hosted = await hostEnvironment({ database, databaseUrls, settings, logger, metrics });
  running = hosted;
  const others = ENVIRONMENTS.map((other): [typeof other, LeakTaker] => [
    other,
    { take: (reports, requestId) => report({ type: 'leaked', environment: other, reports, requestId }) },
  ]);
  hosted.gateway.leaked.joinOthers(new Map(others));
  const door = new InnerDoor(socketPath, hosted.gateway.handle);
  await door.listen();
  stop = () => door.close().then(() => hosted.stop());
  releaseStartMemory();
}

async function scrape(id: number): Promise<void> {
  const families = await metrics.collect().catch((error: unknown) => {
    logger.error({ err: error }, 'The metrics of an environment could not be collected.');
    return [];
  });
  report({ type: 'scraped', id, families });
}

function report(message: Report, sent: () => void = () => undefined): void {
  process.send?.(message, undefined, undefined, sent);
}

function fail(error: unknown): void {
  if (error instanceof StartError) {
    report({ type: 'failed', sentence: error.message }, () => process.exit(1));
    return;
  }
  logger.error({ err: error }, 'The process of an environment failed.');
  process.exit(1);
}
