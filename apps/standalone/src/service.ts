import { Health, startAdminServer } from '@service/platform/admin';
import { lockDataDirectory } from '@service/platform/data-directory';
import { openDatabases } from '@service/platform/databases';
import { type Logger } from '@service/platform/logging';
import { createMetrics } from '@service/platform/metrics';
import { readSealingKeys } from '@service/platform/sealing-keys';
import { type Settings } from '@service/platform/settings';
import { readSigningKeys } from '@service/platform/signing-keys';
import { bootstrap, bootstrapPath, hasCredentials, startHttpServer, readPeppers } from '@service/verify-api';
import { startEnvironment } from './environment.js';
import { migrate } from './migrations.js';

/** The service, listening. */
export interface RunningService {
  port: number;
  /** Port of health and metrics. */
  adminPort: number;
  bootstrapFile: string;
  /** Drains and stops everything, PostgreSQL last. */
  stop(): Promise<void>;
}

/**
 * Starts every environment in this process.
 * @throws StartError with a sentence for the operator.
 */
export async function startService(settings: Settings, logger: Logger): Promise<RunningService> {
  const stops: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    for (const step of stops.splice(0).reverse()) await step();
  };
  try {
    const lock = await lockDataDirectory(settings.dataDirectory);
    stops.push(async () => lock.release());
    const databases = await openDatabases(settings, logger);
    stops.push(() => databases.stop());
    const health = new Health();
    const metrics = createMetrics(logger);
    const admin = await startAdminServer({ port: settings.adminPort, health, metrics, logger });
    stops.push(() => admin.close());
    const running = await Promise.all(
      settings.environments.map(async (environment) => {
        const database = databases.of[environment];
        await migrate(database);
        const gatewayUrl = database.urlOf('verify_api');
        const peppers = await readPeppers(settings, environment, () => hasCredentials(gatewayUrl));
        const sealingKeys = await readSealingKeys(settings, environment, gatewayUrl);
        const keys = await readSigningKeys(settings, environment);
        const started = await startEnvironment({
          environment,
          database,
          databaseUrls: Object.values(databases.of).flatMap(({ urls }) => urls),
          peppers,
          sealingKeys,
          keys,
          settings,
          logger,
          metrics,
          logOrigin: settings.logOrigin,
        });
        stops.push(() => started.stop());
        return started;
      }),
    );
    await bootstrap(settings.dataDirectory, running);
    const gateways = new Map(running.map(({ environment, gateway }) => [environment, gateway]));
    const server = await startHttpServer(settings, gateways, logger);
    stops.push(() => server.close());
    // Before the HTTP API closes: the load balancer must see it coming.
    stops.push(async () => health.markDraining());
    health.markStarted();
    return {
      port: server.port,
      adminPort: admin.port,
      bootstrapFile: bootstrapPath(settings.dataDirectory),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
