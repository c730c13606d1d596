import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectKafka } from '@service/messaging';
import { createLogger } from '@service/platform/logging';
import { kafkaIsAtHand } from '../../../infra/kafka/at-hand.ts';
import { startBroker, type Broker } from '../../../infra/kafka/broker.ts';
import { findFreePort } from '../../../infra/ports.ts';

let broker: Broker | undefined;
let directory: string | undefined;

/** One broker for the run, unless KAFKA_BROKERS names one. Tests read TEST_KAFKA_BROKERS, and put
 *  TEST_KAFKA_PREFIX before their topics. */
export async function startKafka(): Promise<void> {
  process.env['TEST_KAFKA_PREFIX'] = `t${randomBytes(3).toString('hex')}-`;
  const given = process.env['KAFKA_BROKERS'];
  if (given !== undefined) {
    process.env['TEST_KAFKA_BROKERS'] = given;
    return;
  }
  if (!(await kafkaIsAtHand())) {
    throw new Error('The tests on Kafka need KAFKA_BROKERS, or Java 17 and Maven.');
  }
  directory = await mkdtemp(join(tmpdir(), 'kafka-'));
  broker = await startBroker({ directory, port: await findFreePort() });
  process.env['TEST_KAFKA_BROKERS'] = broker.brokers;
}

/** The broker goes, or the topics from the broker that stays. */
export async function stopKafka(): Promise<void> {
  await broker?.kill();
  if (directory !== undefined) await rm(directory, { recursive: true });
  const given = process.env['KAFKA_BROKERS'];
  if (given !== undefined) await deleteTopics(given.split(','), String(process.env['TEST_KAFKA_PREFIX']));
}

async function deleteTopics(brokers: string[], prefix: string): Promise<void> {
  const kafka = connectKafka({ brokers, clientId: 'tests', logger: createLogger('warn') });
  const admin = kafka.admin();
  await admin.connect();
  const topics = (await admin.listTopics()).filter((topic) => topic.startsWith(prefix));
  if (topics.length > 0) await admin.deleteTopics({ topics });
  await admin.disconnect();
}
