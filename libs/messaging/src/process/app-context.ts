import type { Environment } from '@service/contracts';
import { givenUrl, requireDatabase, type DatabaseApp } from '@service/platform/databases';
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

/** The resources of an app in one environment, where the app is a process. */
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

/** The app of a process, and its name in logs and in the servers' lists of connections. */
export interface ProcessIdentity {
  app: DatabaseApp;
  name: string;
}

const MAX_CONNECTIONS = 12;

/**
 * Opens the resources of an app.
 * @throws StartError where a setting is missing that a separate process needs, or its database does not answer.
 */
export async function openContext(
  { app, name }: ProcessIdentity,
  environment: Environment,
  settings: Settings,
  appLogger: Logger,
  metrics: Metrics,
): Promise<AppContext> {
  const { database, brokers } = required(app, environment, settings);
  await requireDatabase(database.url, database.variable);
  const databaseUrl = database.url;
  const logger = appLogger.child({ environment });
  const pool = createPool(databaseUrl, { max: MAX_CONNECTIONS, applicationName: name, logger });
  const kafka = connectKafka({ brokers, clientId: name, logger });
  const names = new KafkaNames(settings.kafkaTopicPrefix, environment);
  const feed = new KafkaEventFeed({ pool, kafka, names, logger });
  measureOldestTransaction(metrics, environment, pool);
  measureFeed(metrics, environment, feed);
  return { environment, databaseUrl, pool, kafka, names, feed, settings, logger, metrics };
}

/** Checks the settings that a separate process needs, and reports all missing ones at once. */
function required(app: DatabaseApp, environment: Environment, settings: Settings) {
  const database = givenUrl(settings, environment, app);
  const brokers = settings.kafkaBrokers;
  if (database !== undefined && brokers !== undefined) return { database, brokers };
  const missing = settings.environments
    .filter((each) => givenUrl(settings, each, app) === undefined)
    .map((each) => `DATABASE_URL_${each.toUpperCase()} must name the database of ${each}.`);
  if (brokers === undefined) missing.push('KAFKA_BROKERS must name the brokers, as host:port.');
  throw new StartError(`An app in a process of its own brings no servers along.\n${missing.join('\n')}`);
}

/** Closes the resources, after everything that used them. */
export async function closeContext({ feed, pool }: AppContext): Promise<void> {
  await feed.close();
  await pool.end();
}
