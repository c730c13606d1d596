import type { DynamicModule } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { MicroserviceOptions } from '@nestjs/microservices';
import type { KeyRing } from '@service/evidence';
import { measureSigningKeys, readSigningKeys } from '@service/platform/signing-keys';
import type { CheckpointStore } from '../checkpoints/checkpoint-store.js';
import { ServiceErrorFilter } from '../commands/service-error.filter.js';
import type { EventLogName } from '../events/event-feed.js';
import { KafkaServer } from '../kafka/commands/kafka-server.js';
import { KafkaCheckpointStore } from '../kafka/kafka-checkpoint-store.js';
import { Relay } from '../kafka/relay/relay.js';
import { LeaseLeadership } from '../owner/lease-leadership.js';
import type { Leadership } from '../owner/leadership.js';
import { TailingEventFeed } from '../tailing/tailing-event-feed.js';
import type { AppContext } from './app-context.js';
import { sharedSigningKeys } from './shared-keys.js';
import { hostApp, type StartedApp } from './host-app.js';
import { measureRelay } from './measure-feed.js';

/** The resources of an app that owns a log. */
export interface OwnerContext extends AppContext {
  ownLog: TailingEventFeed;
  leadership: Leadership;
  keys: KeyRing;
  /** Opens the store of the transparency log's checkpoints, which is closed after the app. */
  openCheckpoints: () => CheckpointStore;
  /** `<LOG_ORIGIN>/<environment>`. */
  logOrigin: string;
}

/** Runs an app that owns a log and handles commands; one of its replicas relays the log to Kafka. */
export function hostOwner(
  app: EventLogName,
  moduleOf: (context: OwnerContext) => DynamicModule | Promise<DynamicModule>,
): Promise<void> {
  return hostApp({ app, start: (context) => startOwner(app, moduleOf, context) });
}

async function startOwner(
  log: EventLogName,
  moduleOf: (context: OwnerContext) => DynamicModule | Promise<DynamicModule>,
  context: AppContext,
): Promise<StartedApp> {
  const { pool, kafka, names, authentication, logger, environment, settings, metrics, tracer } = context;
  const keys = await readSigningKeys(settings);
  measureSigningKeys(metrics, environment, keys);
  await context.keyHolders.join(sharedSigningKeys(keys));
  const ownLog = new TailingEventFeed(pool, logger, context.authentications, tracer);
  const leadership = new LeaseLeadership(pool, log, logger);
  const relay = new Relay({ pool, kafka, names, log, messages: authentication.events(log), logger, tracer });
  ownLog.onAppended((transaction) => relay.nudge(transaction));
  measureRelay(metrics, environment, log, relay);
  await leadership.lead('relay', relay).start();
  const logOrigin = `${settings.logOrigin}/${environment}`;
  const opened: CheckpointStore[] = [];
  const openCheckpoints = (): CheckpointStore => {
    const store = new KafkaCheckpointStore(kafka, names, authentication.checkpoints());
    opened.push(store);
    return store;
  };
  const module = await moduleOf({ ...context, ownLog, leadership, keys, openCheckpoints, logOrigin });
  const strategy = new KafkaServer({
    kafka,
    names,
    app: log.replace('_', '-'),
    commands: authentication.commands(log),
    replies: authentication.replies(log),
    logger,
    tracer,
  });
  const app = await NestFactory.createMicroservice<MicroserviceOptions>(module, {
    strategy,
    logger: false,
    abortOnError: false,
  });
  app.useGlobalFilters(new ServiceErrorFilter(logger));
  await app.listen();
  return {
    async stop() {
      // First: gateways refuse once the log's newest checkpoint is five seconds old, and the rest can take seconds.
      await leadership.resign();
      await app.close();
      await Promise.all(opened.map((store) => store.close()));
    },
  };
}
