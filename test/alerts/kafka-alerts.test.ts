import { afterAll, beforeAll, it } from '@jest/globals';
import { KafkaNames } from '@service/messaging';
import { eventually } from '@service/testing';
import { readProcessList } from '../../infra/distributed/process-list.ts';
import { findFreePort } from '../../infra/ports.ts';
import { drivers } from '../support/driver.js';
import { grant, openFixture, type Fixture } from '../support/fixtures.js';
import { connectTestKafka } from '../support/kafka/connect-test-kafka.js';
import { databaseServer } from '../support/run/ask.js';
import { TestService } from '../support/service.js';
import { AlertWatch } from './support/alert-watch.ts';
import type { Scrapes } from './support/firing-alerts.ts';

const START_TIMEOUT = 180_000;
const TIMEOUT = 300_000;
/** Milliseconds after which Prometheus would give a process up. */
const SCRAPE_TIMEOUT = 2_000;

let service: TestService;
let fixture: Fixture;
let settings: NodeJS.ProcessEnv;
const watch = new AlertWatch(scrape, ['VerifyLatency', 'PoolExhausted']);

beforeAll(async () => {
  settings = {
    KAFKA_PORT: String(await findFreePort()),
    KAFKA_TOPIC_PREFIX: 'alerts-',
    KAFKA_PARTITIONS: '3',
    DELIVERY_LOOPBACK: 'on',
  };
  const env = { ENVIRONMENT: 'development', REPLICAS: '1', LOG_LEVEL: 'error' };
  service = new TestService({ databaseServer, env }, { ...drivers.kafka, settings: () => settings });
  await service.begin();
  fixture = await openFixture(service);
}, START_TIMEOUT);
afterAll(async () => {
  for (const { pid } of await readProcessList(service.dataDirectory)) process.kill(pid, 'SIGCONT');
  await service.dispose();
}, START_TIMEOUT);

async function scrape(): Promise<Scrapes> {
  const processes = await readProcessList(service.dataDirectory);
  const scraped = processes.map(async ({ name, adminUrl }): Promise<[string, string][]> => {
    if (adminUrl === undefined) return [];
    const answer = await fetch(`${adminUrl}/metrics`, { signal: AbortSignal.timeout(SCRAPE_TIMEOUT) });
    return [[name, await answer.text()]];
  });
  const texts = await Promise.allSettled(scraped);
  return new Map(texts.flatMap((text) => (text.status === 'fulfilled' ? text.value : [])));
}

/** Lets a process stand still, as a node does that the network has lost. */
async function whileStill(name: string, expectation: () => Promise<void>): Promise<void> {
  const found = (await readProcessList(service.dataDirectory)).find((each) => each.name === name);
  if (found === undefined) throw new Error(`No process ${name}.`);
  process.kill(found.pid, 'SIGSTOP');
  try {
    await expectation();
  } finally {
    process.kill(found.pid, 'SIGCONT');
  }
  await watch.expectHealthy();
}

it('are quiet while nothing is wrong', () => watch.expectHealthy(), TIMEOUT);

it(
  'say that the gateway is gone, and that its views, scrubs and seals stand still',
  () =>
    whileStill('verify-api 1', () =>
      watch.expectAmong(['AppAbsent', 'ConsumerGroupEmpty', 'ScrubStale', 'SealLag']),
    ),
  TIMEOUT,
);

it(
  'say that nobody relays or sequences the records’ log while no record-store runs',
  () =>
    whileStill('record-store 1', () =>
      watch.expectAmong(['AppAbsent', 'LogHeadOldOrAbsent', 'RelayLagOrAbsent']),
    ),
  TIMEOUT,
);

it(
  'say that no dispatcher attempts deliveries',
  () => whileStill('webhook-dispatcher 1', () => watch.expectAmong(['AppAbsent', 'DeliveriesOverdue'])),
  TIMEOUT,
);

it(
  'say that Kafka fails while the broker stands still, and not that views are old: they read the event table then',
  () => whileStill('kafka', () => watch.expectExactly(['KafkaErrors'])),
  TIMEOUT,
);

it(
  'say that somebody without a key writes to a topic',
  async () => {
    // Clients go on to count the errors of the outage for a while.
    await service.end('SIGTERM');
    await service.begin();
    await eventually(() => grant(fixture.admin), { timeout: 60_000 });
    await watch.expectHealthy();
    const names = new KafkaNames(String(settings['KAFKA_TOPIC_PREFIX']), 'development');
    const brokers = `127.0.0.1:${settings['KAFKA_PORT']}`;
    const intruder = connectTestKafka({ ...settings, KAFKA_BROKERS: brokers }).writer({ idempotent: false });
    await intruder.send([{ topic: names.events('record'), messages: [{ key: 'rec_1', value: '{}' }] }]);
    await intruder.disconnect();
    await watch.expectExactly(['UnauthenticatedMessages']);
  },
  TIMEOUT,
);
