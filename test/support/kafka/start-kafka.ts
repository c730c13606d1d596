import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { kafkaIsAtHand } from '../../../infra/kafka/at-hand.ts';
import { startBroker, type Broker } from '../../../infra/kafka/broker.ts';
import { findFreePort } from '../../../infra/ports.ts';
import { connectTestKafka } from './connect-test-kafka.ts';

let broker: Broker | undefined;
let directory: string | undefined;

/** One broker for the run, unless KAFKA_BROKERS names one; with KAFKA_SECURE=on it takes only users who log in over
 *  TLS. Tests read TEST_KAFKA_SETTINGS, and put TEST_KAFKA_PREFIX before their topics. */
export async function startKafka(): Promise<void> {
  process.env['TEST_KAFKA_PREFIX'] = `t${randomBytes(3).toString('hex')}-`;
  const given = process.env['KAFKA_BROKERS'];
  if (given !== undefined) {
    process.env['TEST_KAFKA_SETTINGS'] = JSON.stringify(givenSettings());
    return;
  }
  if (!(await kafkaIsAtHand())) {
    throw new Error('The tests on Kafka need KAFKA_BROKERS, or Java 17 and Maven.');
  }
  directory = await mkdtemp(join(tmpdir(), 'kafka-'));
  const secure = process.env['KAFKA_SECURE'] === 'on';
  broker = await startBroker({ directory, port: await findFreePort(), secure });
  process.env['TEST_KAFKA_SETTINGS'] = JSON.stringify(broker.settings);
}

/** The broker goes, or the topics from the broker that stays. */
export async function stopKafka(): Promise<void> {
  await broker?.kill();
  if (directory !== undefined) await rm(directory, { recursive: true });
  if (process.env['KAFKA_BROKERS'] !== undefined)
    await deleteTopics(String(process.env['TEST_KAFKA_PREFIX']));
}

/** The settings of the broker that stays. */
function givenSettings(): NodeJS.ProcessEnv {
  const given = Object.entries(process.env).filter(([name]) => /^KAFKA_(BROKERS$|TLS|SASL|ALLOW)/.test(name));
  return Object.fromEntries(given) as NodeJS.ProcessEnv;
}

async function deleteTopics(prefix: string): Promise<void> {
  await connectTestKafka(givenSettings()).admin(async (admin) => {
    const topics = (await admin.listTopics()).filter((topic) => topic.startsWith(prefix));
    if (topics.length > 0) await admin.deleteTopics(topics);
  });
}
