import { NestFactory } from '@nestjs/core';
import type { INestMicroservice } from '@nestjs/common';
import type { MicroserviceOptions } from '@nestjs/microservices';
import type { Environment } from '@service/contracts';
import { CredentialAuthorityModule } from '@service/credential-authority';
import {
  EmbeddedBroker,
  EmbeddedCommandClient,
  EmbeddedServer,
  ServiceErrorFilter,
  SoleLeadership,
  TailingEventFeed,
} from '@service/messaging';
import { createPool, measureOldestTransaction, type Logger, type Metrics } from '@service/platform';
import { RecordStoreModule } from '@service/record-store';
import { Unlimited, createGateway, openListDatabase, startHistory, type Gateway } from '@service/verify-api';
import { WebhookDispatcherModule } from '@service/webhook-dispatcher';

export interface EnvironmentOptions {
  environment: Environment;
  databaseUrl: string;
  logOrigin: string;
  historyRetentionDays: number;
  pepper: string;
  logger: Logger;
  metrics: Metrics;
}

/** One environment's half of the service: the four apps on one database, with nothing of the other half. */
export interface RunningEnvironment {
  environment: Environment;
  gateway: Gateway;
  /** Drains and stops the apps, the gateway first. */
  stop(): Promise<void>;
}

/** Starts the four apps of an environment, joined by the embedded driver. */
export async function startEnvironment(options: EnvironmentOptions): Promise<RunningEnvironment> {
  const { environment, databaseUrl, pepper } = options;
  const logger = options.logger.child({ environment });
  const pool = createPool(databaseUrl, { max: 20, applicationName: 'service', logger });
  measureOldestTransaction(options.metrics, environment, pool);
  const database = await openListDatabase(databaseUrl);
  const broker = new EmbeddedBroker();
  const feed = new TailingEventFeed(pool, logger);
  const owner = {
    pool,
    feed,
    ownLog: feed,
    leadership: new SoleLeadership(),
    logger,
    logOrigin: `${options.logOrigin}/${environment}`,
  };
  const modules = [
    CredentialAuthorityModule.register(owner),
    RecordStoreModule.register(owner),
    WebhookDispatcherModule.register({ feed }),
  ];
  const apps: INestMicroservice[] = [];
  for (const module of modules) {
    const app = await NestFactory.createMicroservice<MicroserviceOptions>(module, {
      strategy: new EmbeddedServer(broker),
      logger: false,
      abortOnError: false,
    });
    app.useGlobalFilters(new ServiceErrorFilter(logger));
    await app.listen();
    apps.push(app);
  }
  const commands = new EmbeddedCommandClient(broker);
  const limits = new Unlimited();
  const { historyRetentionDays: retentionDays } = options;
  const history = await startHistory({ pool, leadership: new SoleLeadership(), retentionDays, logger });
  const gateway = await createGateway({
    environment,
    pool,
    database,
    feed,
    commands,
    logger,
    pepper,
    limits,
    recorder: history.recorder,
  });
  return {
    environment,
    gateway,
    async stop() {
      await gateway.application.close();
      await history.stop();
      for (const app of apps.reverse()) await app.close();
      await database.destroy();
      await pool.end();
    },
  };
}
