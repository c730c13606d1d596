import { join } from 'node:path';
import { NestFactory } from '@nestjs/core';
import type { Environment } from '@service/contracts';
import { CredentialAuthorityModule } from '@service/credential-authority';
import { measureOldestTransaction } from '@service/event-store';
import type { KeyRing } from '@service/evidence';
import {
  EmbeddedCommandClient,
  LogWatch,
  NoLeadership,
  SoleLeadership,
  TailingEventFeed,
  measureClock,
  measureFeeds,
  measureParked,
  readEventAuthentications,
  readPublishedEventAuthentication,
} from '@service/messaging';
import { FileCheckpointStore } from '@service/messaging/checkpoints';
import { CommandHandlers } from '@service/messaging/commands';
import type { Health } from '@service/platform/admin';
import type { DatabaseApp, EnvironmentDatabase } from '@service/platform/databases';
import { type Logger } from '@service/platform/logging';
import { measureBuild, type Metrics } from '@service/platform/metrics';
import { createPool, measurePool } from '@service/platform/postgres';
import { runInReverse } from '@service/platform/processes';
import { type SealingKeys } from '@service/platform/sealing-keys';
import { type Settings } from '@service/platform/settings';
import { measureSigningKeys, readSigningKeys } from '@service/platform/signing-keys';
import { openTracing } from '@service/platform/tracing';
import { RecordStoreModule } from '@service/record-store';
import { runGateway, type Gateway, type Peppers } from '@service/verify-api';
import { WebhookDispatcherModule, guardOf } from '@service/webhook-dispatcher';

/**
 * Most connections of one app, besides those for its lists. In the gateway’s pool, one looks at the event logs and one writes
 * the history.
 */
const MAX_CONNECTIONS = 12;

export interface EnvironmentOptions {
  database: EnvironmentDatabase;
  /** Ports of other environments' processes, which no delivery may reach. */
  neighbourPorts: ReadonlySet<number>;
  peppers: Peppers;
  sealingKeys: SealingKeys;
  keys: KeyRing;
  settings: Settings;
  logger: Logger;
  metrics: Metrics;
  health: Health;
}

/** One environment of the service: the four apps on one database. */
export interface RunningEnvironment {
  environment: Environment;
  gateway: Gateway;
  /** Drains and stops the apps, the gateway first. */
  stop(): Promise<void>;
}

/**
 * Starts the four apps of an environment, connected by the embedded driver; on a restored copy the gateway alone, since
 * the others would change it, continue its log and deliver.
 * @throws StartError where the gateway cannot start; the apps that were started are then stopped.
 */
export async function startEnvironment(options: EnvironmentOptions): Promise<RunningEnvironment> {
  const stops: (() => Promise<unknown>)[] = [];
  const stop = () => runInReverse(stops);
  try {
    const { environment } = options.settings;
    return { environment, gateway: await startApps(options, stops), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** @param stops collects the functions that stop each part, in the order of the starts. */
async function startApps(options: EnvironmentOptions, stops: (() => Promise<unknown>)[]): Promise<Gateway> {
  const { peppers, sealingKeys, keys, settings, metrics } = options;
  const { environment } = settings;
  const logger = options.logger.child({ environment });
  const feeds: TailingEventFeed[] = [];
  measureBuild(metrics, { app: 'standalone', commit: settings.commit });
  measureSigningKeys(metrics, keys);
  const tracing = await openTracing({ settings, logger, metrics });
  stops.push(async () => tracing?.close());
  const authentications = await readEventAuthentications({ settings, logger, metrics });
  const publishedEvents = await readPublishedEventAuthentication({ settings, logger, metrics });
  // Each app logs in with its own role, as it does in a separate process.
  const openPool = (app: DatabaseApp) => {
    const applicationName = app.replace('_', '-');
    const pool = createPool(options.database.urlOf(app), { max: MAX_CONNECTIONS, applicationName, logger });
    stops.push(() => pool.end());
    measurePool(metrics, app, pool);
    measureParked(metrics, pool);
    return { app: applicationName, pool };
  };
  // The gateway may read every log.
  const gatewayPool = openPool('verify_api');
  const watch = new LogWatch(gatewayPool.pool, logger, { isWhole: true });
  stops.push(() => watch.stop());
  const openFeed = ({ app, pool }: ReturnType<typeof openPool>) => {
    const tracer = tracing?.tracerOf(app) ?? null;
    const feed = new TailingEventFeed(pool, logger, authentications, tracer, watch);
    feeds.push(feed);
    return { pool, tracer, feed };
  };
  measureFeeds(metrics, options.health, feeds);
  measureClock(metrics, options.health);
  const { restoredCopy } = settings;
  const leadership = restoredCopy ? new NoLeadership() : new SoleLeadership();
  const ownerOf = (app: DatabaseApp) => {
    const { pool, tracer, feed } = openFeed(openPool(app));
    const logOrigin = `${settings.logOrigin}/${environment}`;
    const readKeys = () => readSigningKeys(settings);
    const observed = { logger, tracer, metrics };
    return { pool, feed, ownLog: feed, leadership, ...observed, authentications, keys, readKeys, logOrigin };
  };
  const gatewayFeed = openFeed(gatewayPool);
  measureOldestTransaction(metrics, gatewayFeed.pool);
  const commands = new EmbeddedCommandClient();
  const owners = () => {
    const authority = ownerOf('credential_authority');
    const records = ownerOf('record_store');
    const webhooks = ownerOf('webhook_dispatcher');
    return [
      CredentialAuthorityModule.register({
        ...authority,
        credentialsPerProject: settings.credentialsPerProject,
        authorityElementsPerProject: settings.authorityElementsPerProject,
      }),
      RecordStoreModule.register({
        ...records,
        witnesses: settings.logWitnesses,
        checkpoints: new FileCheckpointStore(join(settings.dataDirectory, environment, 'checkpoint')),
      }),
      WebhookDispatcherModule.register({
        ...webhooks,
        publishedEvents,
        sealingKeys,
        eventRetentionDays: settings.eventRetentionDays,
        attemptRetentionDays: settings.attemptRetentionDays,
        guard: guardOf({
          settings,
          databaseUrls: options.database.urls,
          neighbourPorts: options.neighbourPorts,
        }),
      }),
    ];
  };
  for (const module of restoredCopy ? [] : owners()) {
    const app = await NestFactory.createApplicationContext(module, { logger: false, abortOnError: false });
    stops.push(() => app.close());
    const leave = commands.serve(app.get(CommandHandlers));
    stops.push(async () => leave());
  }
  const { gateway, stop } = await runGateway({
    environment,
    ...gatewayFeed,
    authentications,
    publishedEvents,
    databaseUrl: options.database.urlOf('verify_api'),
    commands,
    logger,
    peppers,
    sealingKeys,
    keys,
    settings,
    metrics,
    leadership,
    shared: false,
  });
  stops.push(stop);
  return gateway;
}
