import 'reflect-metadata';
import { join } from 'node:path';
import { Health, startAdminServer } from '@service/platform/admin';
import { isPortTaken, portTaken } from '@service/platform/addresses';
import { lockDataDirectory } from '@service/platform/data-directory';
import { openDatabase, type EnvironmentDatabase } from '@service/platform/databases';
import { type Logger } from '@service/platform/logging';
import { createMetrics, type Metrics } from '@service/platform/metrics';
import { runInReverse } from '@service/platform/processes';
import { readSealingKeys } from '@service/platform/sealing-keys';
import { type Settings } from '@service/platform/settings';
import { readSigningKeys } from '@service/platform/signing-keys';
import {
  TlsCertificate,
  bootstrapPath,
  hasCredentials,
  readPeppers,
  startHttpServer,
} from '@service/verify-api';
import { startEnvironment } from './environment.js';
import { makeEventKeys } from './make-event-keys.js';
import { migrate } from './migrations.js';
import { renderUncodedEvents } from './render-uncoded-events.js';

export interface ServiceOptions {
  settings: Settings;
  logger: Logger;
  /** Ports of other environments' processes, which no delivery may reach. */
  neighbourPorts: ReadonlySet<number>;
  /** Milliseconds for the process of a killed service to end. */
  orphanPatience: number;
}

/** An environment of the service, listening. */
export interface RunningService {
  port: number;
  /** Port of health and metrics. */
  adminPort: number;
  /** Null on a restored copy. */
  bootstrapFile: string | null;
  database: EnvironmentDatabase;
  /** Drains and stops everything, PostgreSQL last. */
  stop(): Promise<void>;
}

/**
 * Starts an environment with everything that it needs in this process.
 * @throws StartError with a sentence for the operator.
 */
export async function startService(options: ServiceOptions): Promise<RunningService> {
  const { settings, logger, neighbourPorts, orphanPatience } = options;
  const { environment, dataDirectory, restoredCopy, port } = settings;
  const stops: (() => Promise<unknown>)[] = [];
  const stop = () => runInReverse(stops);
  try {
    const lock = await lockDataDirectory(join(dataDirectory, environment), orphanPatience);
    stops.push(async () => lock.release());
    const health = new Health();
    const metrics = createMetrics(logger, environment);
    if (restoredCopy) tellOfCopy(health, metrics, logger);
    const { adminHost, adminPort } = settings;
    const admin = await startAdminServer({ host: adminHost, port: adminPort, health, metrics, logger });
    stops.push(() => admin.close());
    // Told before the seconds that the rest takes.
    await TlsCertificate.read(settings);
    if (port !== 0 && !settings.sharePort && (await isPortTaken(port))) throw portTaken(port, 'PORT');
    const { database, stop: leaveDatabase } = await openDatabase(settings, logger);
    stops.push(leaveDatabase);
    await migrate(database);
    if (!restoredCopy) {
      await makeEventKeys(database, settings);
      await renderUncodedEvents(database, settings, logger);
    }
    const gatewayUrl = database.urlOf('verify_api');
    const running = await startEnvironment({
      database,
      neighbourPorts,
      peppers: await readPeppers(settings, () => hasCredentials(gatewayUrl)),
      sealingKeys: await readSealingKeys(settings, gatewayUrl),
      keys: await readSigningKeys(settings),
      settings,
      logger,
      metrics,
      health,
    });
    stops.push(() => running.stop());
    if (!restoredCopy) {
      const { readiness, warnings } = running.gateway;
      for (const [name, check] of Object.entries(readiness)) health.addReadiness(name, check);
      for (const [name, check] of Object.entries(warnings)) health.addWarning(name, check);
    }
    if (!restoredCopy) await running.gateway.bootstrap.fromFile(dataDirectory);
    const server = await startHttpServer(settings, running.gateway.handle, { logger, metrics });
    stops.push(() => server.close());
    // Before the HTTP API closes: the load balancer must see it coming, and requests that wait must end.
    stops.push(async () => {
      health.markDraining();
      await server.drain();
      running.gateway.drain();
    });
    health.markStarted();
    const bootstrapFile = restoredCopy ? null : bootstrapPath(dataDirectory);
    return { port: server.port, adminPort: admin.port, bootstrapFile, database, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Reports a restored copy in log, metrics and readiness. */
function tellOfCopy(health: Health, metrics: Metrics, logger: Logger): void {
  const sentence = 'RESTORED_COPY is on: nothing is changed, proven or delivered.';
  health.addReadiness('restored_copy', () => sentence);
  metrics.gauge(
    { name: 'restored_copy', help: '1 where the service runs on a restored copy; else absent.' },
    () => 1,
  );
  logger.warn(sentence);
}
