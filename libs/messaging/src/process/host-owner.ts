import type { DynamicModule } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { withoutHanging } from '@service/platform/postgres';
import { measureSigningKeys, readSigningKeys } from '@service/platform/signing-keys';
import type { CheckpointStore } from '../checkpoints/checkpoint-store.js';
import { CommandHandlers } from '../commands/command-handlers.js';
import type { EventLogName } from '../events/event-feed.js';
import { KafkaServer } from '../kafka/commands/kafka-server.js';
import { KafkaCheckpointStore } from '../kafka/kafka-checkpoint-store.js';
import { Relay } from '../kafka/relay/relay.js';
import { LeaseLeadership } from '../owner/lease-leadership.js';
import type { OwnerParts } from '../owner/owner-parts.js';
import { TailingEventFeed } from '../tailing/tailing-event-feed.js';
import type { AppContext } from './app-context.js';
import { sharedSigningKeys } from './shared-keys.js';
import { hostApp, type StartedApp } from './host-app.js';
import { measureRelay } from './measure-feed.js';

/** The resources of an app that owns a log. */
export interface OwnerContext extends AppContext, Omit<OwnerParts, keyof AppContext> {
  /** Opens the store of the transparency log's checkpoints, which is closed after the app. */
  openCheckpoints: () => CheckpointStore;
}

/**
 * Runs an app that owns a log and handles commands; one of its replicas relays the log to Kafka.
 * @param readinessOf its readiness checks.
 */
export function hostOwner(
  app: EventLogName,
  moduleOf: (context: OwnerContext) => DynamicModule | Promise<DynamicModule>,
  readinessOf: (context: AppContext) => Required<StartedApp>['readiness'] = () => ({}),
): Promise<void> {
  return hostApp({
    app,
    start: async (context) => ({
      ...(await startOwner(app, moduleOf, context)),
      readiness: readinessOf(context),
    }),
  });
}

async function startOwner(
  log: EventLogName,
  moduleOf: (context: OwnerContext) => DynamicModule | Promise<DynamicModule>,
  context: AppContext,
): Promise<StartedApp> {
  const { pool, kafka, names, authentication, logger, environment, settings, metrics, tracer } = context;
  const readKeys = () => readSigningKeys(settings);
  const keys = await readKeys();
  measureSigningKeys(metrics, keys);
  await context.keyHolders.join(sharedSigningKeys(keys));
  const ownLog = new TailingEventFeed(pool, logger, context.authentications, tracer);
  const leadership = new LeaseLeadership(pool, log, logger);
  const relay = new Relay({
    pool: withoutHanging(pool),
    kafka,
    names,
    log,
    messages: authentication.events(log),
    logger,
    tracer,
  });
  ownLog.onAppended((appended, transaction) => {
    if (appended === log) relay.nudge(transaction);
  });
  const leaveLog = ownLog.listen();
  measureRelay(metrics, log, relay);
  await leadership.lead('relay', relay).start();
  const logOrigin = `${settings.logOrigin}/${environment}`;
  const opened: CheckpointStore[] = [];
  const openCheckpoints = (): CheckpointStore => {
    const store = new KafkaCheckpointStore(kafka, names, authentication.checkpoints());
    opened.push(store);
    return store;
  };
  const module = await moduleOf({
    ...context,
    ownLog,
    leadership,
    keys,
    readKeys,
    openCheckpoints,
    logOrigin,
  });
  const app = await NestFactory.createApplicationContext(module, { logger: false, abortOnError: false });
  const server = new KafkaServer({
    kafka,
    names,
    app: log.replace('_', '-'),
    commands: authentication.commands(log),
    replies: authentication.replies(log),
    logger,
    handlers: app.get(CommandHandlers),
  });
  await server.start();
  return {
    async stop() {
      // First: gateways refuse once the log's newest checkpoint is five seconds old, and the rest can take seconds.
      await leadership.resign();
      await server.close();
      await app.close();
      await leaveLog();
      await Promise.all(opened.map((store) => store.close()));
    },
  };
}
