import type { Environment } from '@service/contracts';
import { measureOldestTransaction } from '@service/event-store';
import { givenUrl, requireDatabase, type DatabaseApp } from '@service/platform/databases';
import { StartError } from '@service/platform/errors';
import { type Logger } from '@service/platform/logging';
import { measureBuild, type Metrics } from '@service/platform/metrics';
import { createPool, currentPassword, measurePool } from '@service/platform/postgres';
import { type Settings } from '@service/platform/settings';
import { openTracing, type Tracer, type Tracing } from '@service/platform/tracing';
import type { Pool } from 'pg';
import {
  DATA_LOGS,
  readEventAuthentications,
  type EventAuthentications,
} from '../events/event-authentications.js';
import { READ_LOGS } from '../events/read-logs.js';
import { MessageAuthentication } from '../kafka/authentication/message-authentication.js';
import { UnauthenticatedMessages } from '../kafka/authentication/unauthenticated-messages.js';
import { ClientErrors } from '../kafka/connection/client-errors.js';
import { NO_BROKERS, connectKafka } from '../kafka/connection/connect-kafka.js';
import type { Kafka } from '../kafka/connection/port.js';
import { KafkaEventFeed } from '../kafka/feed/kafka-event-feed.js';
import { KafkaNames } from '../kafka/kafka-names.js';
import { KeyHolders } from './key-holders.js';
import { measureClientErrors, measureFeedLag, measureUnauthenticated } from './measure-feed.js';
import { measureParked } from './measure-parked.js';

/** The resources of an app in one environment, where the app is a process. */
export interface AppContext {
  environment: Environment;
  databaseUrl: string;
  /** Returns the current password, if a file gives the URL. */
  databasePassword: (() => string) | undefined;
  pool: Pool;
  kafka: Kafka;
  names: KafkaNames;
  authentication: MessageAuthentication;
  feed: KafkaEventFeed;
  authentications: EventAuthentications;
  keyHolders: KeyHolders;
  settings: Settings;
  logger: Logger;
  metrics: Metrics;
  tracing: Tracing | null;
  /** The app’s spans; null where nothing is traced. */
  tracer: Tracer | null;
}

/** The app of a process, and its name in logs and in the servers' lists of connections. */
export interface ProcessIdentity {
  app: DatabaseApp;
  name: string;
}

const MAX_CONNECTIONS = 12;

/**
 * Opens the resources of an app.
 * @throws StartError where a setting is missing that a separate process needs, its database does not answer, a key
 *   file cannot be used, or a running process has other keys.
 */
export async function openContext(
  { app, name }: ProcessIdentity,
  settings: Settings,
  appLogger: Logger,
  metrics: Metrics,
): Promise<AppContext> {
  const { environment } = settings;
  const database = requiredDatabase(app, settings);
  await requireDatabase(database.url, database.variable, app);
  const databaseUrl = database.url;
  const logger = appLogger.child({ environment });
  const logs = DATA_LOGS.filter((log) => READ_LOGS[app].includes(log));
  // Before the messages' keys are read, which makes missing files.
  const authentications = await readEventAuthentications({ settings, logs, logger, metrics });
  const unauthenticated = new UnauthenticatedMessages(logger);
  const authentication = await MessageAuthentication.read(app, settings, unauthenticated);
  const databasePassword = currentPassword(database);
  const pool = createPool(databaseUrl, {
    max: MAX_CONNECTIONS,
    applicationName: name,
    logger,
    password: databasePassword,
  });
  const tracing = await openTracing({ settings, logger, metrics });
  const tracer = tracing?.tracerOf(name) ?? null;
  const errors = new ClientErrors();
  const kafka = connectKafka({ settings, clientId: name, logger, errors });
  const names = new KafkaNames(settings.kafkaTopicPrefix, environment);
  // Last, after everything that may fail: a failed start must not prevent a start with other keys.
  const keyHolders = new KeyHolders(pool, app, logger);
  const join = async () => {
    // Fails at once, with a sentence, if the settings name wrong brokers.
    await kafka.admin(() => Promise.resolve());
    await keyHolders.join(authentication.held());
  };
  await join().catch(async (error: unknown) => {
    await Promise.all([pool.end(), tracing?.close()]);
    throw error;
  });
  const feed = new KafkaEventFeed({ pool, kafka, names, authentication, authentications, logger, tracer });
  // In the background: nothing depends on it, and the next start tries again.
  kafka.sweepGroups(names.group('')).catch((error: unknown) => {
    logger.info({ err: error }, 'The consumer groups of earlier starts could not be deleted.');
  });
  measureBuild(metrics, { app: name, commit: settings.commit });
  measureOldestTransaction(metrics, pool);
  measurePool(metrics, app, pool);
  measureParked(metrics, pool);
  measureClientErrors(metrics, errors);
  measureFeedLag(metrics, feed);
  measureUnauthenticated(metrics, unauthenticated);
  const messaging = { kafka, names, authentication, feed, authentications };
  const observed = { logger, metrics, tracing, tracer };
  return {
    environment,
    databaseUrl,
    databasePassword,
    pool,
    ...messaging,
    keyHolders,
    settings,
    ...observed,
  };
}

/** Checks the settings that a separate process needs, and reports all missing ones at once; answers its database. */
function requiredDatabase(app: DatabaseApp, settings: Settings) {
  const database = givenUrl(settings, app);
  if (database !== undefined && settings.kafkaBrokers !== undefined) return database;
  const missing = [];
  if (database === undefined) missing.push('DATABASE_URL must name the database.');
  if (settings.kafkaBrokers === undefined) missing.push(NO_BROKERS);
  throw new StartError(`An app in a separate process needs external servers.\n${missing.join('\n')}`);
}

/** Milliseconds that an aborted start waits for the database. */
export const LEAVING_TIMEOUT = 10_000;

/** Releases the claim on the keys, even while the context is still being opened. */
export async function leave(opening: Promise<AppContext> | undefined): Promise<void> {
  await opening?.then(
    ({ keyHolders }) => keyHolders.leave(),
    () => undefined,
  );
}

/** Closes the resources, after everything that used them. */
export async function closeContext({ feed, kafka, pool, keyHolders, tracing }: AppContext): Promise<void> {
  await feed.close();
  await kafka.close();
  await keyHolders.leave();
  await pool.end();
  await tracing?.close();
}
