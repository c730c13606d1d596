import { join } from 'node:path';
import { NestFactory } from '@nestjs/core';
import type { MicroserviceOptions } from '@nestjs/microservices';
import type { Environment } from '@service/contracts';
import { CredentialAuthorityModule } from '@service/credential-authority';
import type { KeyRing } from '@service/evidence';
import {
  EmbeddedCommandClient,
  EmbeddedServer,
  LogNudges,
  NoLeadership,
  ServiceErrorFilter,
  SoleLeadership,
  TailingEventFeed,
  measureParked,
  readEventAuthentications,
  readPublishedEventAuthentication,
} from '@service/messaging';
import { FileCheckpointStore } from '@service/messaging/checkpoints';
import type { DatabaseApp, EnvironmentDatabase } from '@service/platform/databases';
import { type Logger } from '@service/platform/logging';
import { measureBuild, type Metrics } from '@service/platform/metrics';
import { createPool, measureOldestTransaction, measurePool } from '@service/platform/postgres';
import { runInReverse } from '@service/platform/processes';
import { type SealingKeys } from '@service/platform/sealing-keys';
import { type Settings } from '@service/platform/settings';
import { measureSigningKeys } from '@service/platform/signing-keys';
import { openTracing } from '@service/platform/tracing';
import { RecordStoreModule } from '@service/record-store';
import { runGateway, type Gateway, type Peppers } from '@service/verify-api';
import { WebhookDispatcherModule, guardOf } from '@service/webhook-dispatcher';

/** Of one app, besides those for its lists. */
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
  const nudges = new LogNudges();
  measureBuild(metrics, { environment, app: 'standalone', commit: settings.commit });
  measureSigningKeys(metrics, environment, keys);
  const tracing = await openTracing({ settings, logger, metrics });
  stops.push(async () => tracing?.close());
  const authentications = await readEventAuthentications({ settings, logger, metrics });
  const publishedEvents = await readPublishedEventAuthentication({ settings, logger, metrics });
  // Each app logs in with its own role, as it does in a separate process.
  const openFeed = (app: DatabaseApp) => {
    const applicationName = app.replace('_', '-');
    const tracer = tracing?.tracerOf(applicationName) ?? null;
    const pool = createPool(options.database.urlOf(app), { max: MAX_CONNECTIONS, applicationName, logger });
    stops.push(() => pool.end());
    measurePool(metrics, environment, app, pool);
    measureParked(metrics, environment, pool);
    return { pool, tracer, feed: new TailingEventFeed(pool, logger, authentications, tracer, nudges) };
  };
  const { restoredCopy } = settings;
  const leadership = restoredCopy ? new NoLeadership() : new SoleLeadership();
  const ownerOf = (app: DatabaseApp) => {
    const { pool, tracer, feed } = openFeed(app);
    const logOrigin = `${settings.logOrigin}/${environment}`;
    return { pool, feed, ownLog: feed, leadership, logger, tracer, authentications, keys, logOrigin };
  };
  const gatewayFeed = openFeed('verify_api');
  measureOldestTransaction(metrics, environment, gatewayFeed.pool);
  const commands = new EmbeddedCommandClient();
  const owners = () => {
    const authority = ownerOf('credential_authority');
    const records = ownerOf('record_store');
    const webhooks = ownerOf('webhook_dispatcher');
    return [
      {
        tracer: authority.tracer,
        module: CredentialAuthorityModule.register({
          ...authority,
          credentialsPerProject: settings.credentialsPerProject,
          authorityElementsPerProject: settings.authorityElementsPerProject,
        }),
      },
      {
        tracer: records.tracer,
        module: RecordStoreModule.register({
          ...records,
          environment,
          metrics,
          witnesses: settings.logWitnesses,
          checkpoints: new FileCheckpointStore(join(settings.dataDirectory, environment, 'checkpoint')),
        }),
      },
      {
        tracer: webhooks.tracer,
        module: WebhookDispatcherModule.register({
          ...webhooks,
          publishedEvents,
          sealingKeys,
          eventRetentionDays: settings.eventRetentionDays,
          attemptRetentionDays: settings.attemptRetentionDays,
          measures: { metrics, environment },
          guard: guardOf({
            settings,
            databaseUrls: options.database.urls,
            neighbourPorts: options.neighbourPorts,
          }),
        }),
      },
    ];
  };
  for (const { module, tracer } of restoredCopy ? [] : owners()) {
    const app = await NestFactory.createMicroservice<MicroserviceOptions>(module, {
      strategy: new EmbeddedServer(commands, tracer),
      logger: false,
      abortOnError: false,
    });
    app.useGlobalFilters(new ServiceErrorFilter(logger));
    stops.push(() => app.close());
    await app.listen();
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
