import type { Environment } from '@service/contracts';
import { requireDatabase } from '@service/platform/databases';
import { StartError } from '@service/platform/errors';
import { type Logger } from '@service/platform/logging';
import { type Metrics } from '@service/platform/metrics';
import { createPool, measureOldestTransaction } from '@service/platform/postgres';
import { type Settings } from '@service/platform/settings';
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

/** Opens what an app stands on.
 *  @throws StartError where a setting is missing that a process of its own needs, or its database does not answer. */
export async function openContext(
  name: string,
  environment: Environment,
  settings: Settings,
  appLogger: Logger,
  metrics: Metrics,
): Promise<AppContext> {
  const { databaseUrl, brokers } = required(environment, settings);
  await requireDatabase(databaseUrl, environment);
  const logger = appLogger.child({ environment });
  const pool = createPool(databaseUrl, { max: MAX_CONNECTIONS, applicationName: name, logger });
  const kafka = connectKafka({ brokers, clientId: name, logger });
  const names = new KafkaNames(settings.kafkaTopicPrefix, environment);
  const feed = new KafkaEventFeed({ pool, kafka, names, logger });
  measureOldestTransaction(metrics, environment, pool);
  measureFeed(metrics, environment, feed);
  return { environment, databaseUrl, pool, kafka, names, feed, settings, logger, metrics };
}

/** What a process of its own must be told, all that is missing at once. */
function required(environment: Environment, settings: Settings) {
  const databaseUrl = settings.databaseUrls[environment];
  const brokers = settings.kafkaBrokers;
  if (databaseUrl !== undefined && brokers !== undefined) return { databaseUrl, brokers };
  const missing = settings.environments
    .filter((each) => settings.databaseUrls[each] === undefined)
    .map((each) => `DATABASE_URL_${each.toUpperCase()} must name the database of ${each}.`);
  if (brokers === undefined) missing.push('KAFKA_BROKERS must name the brokers, as host:port.');
  throw new StartError(`An app in a process of its own brings no servers along.\n${missing.join('\n')}`);
}

/** Ends it, after everything that used it. */
export async function closeContext({ feed, pool }: AppContext): Promise<void> {
  await feed.close();
  await pool.end();
}
