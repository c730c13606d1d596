import type { Environment } from '@service/contracts';
import {
  StartError,
  createPool,
  measureOldestTransaction,
  type Logger,
  type Metrics,
  type Settings,
} from '@service/platform';
import type { Kafka } from 'kafkajs';
import type { Pool } from 'pg';
import { connectKafka } from '../kafka/connect-kafka.js';
import { KafkaEventFeed } from '../kafka/feed/kafka-event-feed.js';
import { KafkaNames } from '../kafka/kafka-names.js';
import { measureFeed } from './measure-feed.js';

/** What an app stands on in one environment, where it is a process of its own. */
export interface AppContext {
  environment: Environment;
  databaseUrl: string;
  pool: Pool;
  kafka: Kafka;
  names: KafkaNames;
  feed: KafkaEventFeed;
  settings: Settings;
  logger: Logger;
  metrics: Metrics;
}

const MAX_CONNECTIONS = 12;

/** Opens what an app stands on. It connects when it is used.
 *  @throws StartError where a setting is missing that a process of its own needs. */
export function openContext(
  name: string,
  environment: Environment,
  settings: Settings,
  appLogger: Logger,
  metrics: Metrics,
): AppContext {
  const databaseUrl = settings.databaseUrls[environment];
  const brokers = settings.kafkaBrokers;
  if (databaseUrl === undefined) {
    throw new StartError(
      `DATABASE_URL_${environment.toUpperCase()} must name the database of ${environment}.`,
    );
  }
  if (brokers === undefined) throw new StartError('KAFKA_BROKERS must name the brokers, as host:port.');
  const logger = appLogger.child({ environment });
  const pool = createPool(databaseUrl, { max: MAX_CONNECTIONS, applicationName: name, logger });
  const kafka = connectKafka({ brokers, clientId: name, logger });
  const names = new KafkaNames(settings.kafkaTopicPrefix, environment);
  const feed = new KafkaEventFeed({ pool, kafka, names, logger });
  measureOldestTransaction(metrics, environment, pool);
  measureFeed(metrics, environment, feed);
  return { environment, databaseUrl, pool, kafka, names, feed, settings, logger, metrics };
}

/** Ends it, after everything that used it. */
export async function closeContext({ feed, pool }: AppContext): Promise<void> {
  await feed.close();
  await pool.end();
}
