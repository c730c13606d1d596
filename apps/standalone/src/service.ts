import { Health, startAdminServer } from '@service/platform/admin';
import { lockDataDirectory } from '@service/platform/data-directory';
import { openDatabases } from '@service/platform/databases';
import { type Logger } from '@service/platform/logging';
import { createMetrics, type Metrics } from '@service/platform/metrics';
import { type Settings } from '@service/platform/settings';
import { bootstrapPath, startFrontDoor } from '@service/verify-api/door';
import { consoleWelcome } from './console/console-welcome.js';
import type { HostedEnvironments, HostingOptions } from './hosting/hosted-environments.js';

/** The service, listening. */
export interface RunningService {
  port: number;
  /** Port of health and metrics. */
  adminPort: number;
  /** Null on a restored copy. */
  bootstrapFile: string | null;
  /**
   * How the first operators sign in to the Consoles of the environments.
   * @param isTerminal whether only who has started the service reads it.
   */
  consoleWelcomes(isTerminal: boolean): Promise<string[]>;
  /** Drains and stops everything, PostgreSQL last. */
  stop(): Promise<void>;
}

/**
 * Starts every environment: a single one in this process, several in a process each, behind the front door of this
 * one.
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
    if (settings.restoredCopy) tellOfCopy(health, metrics, logger);
    let collect = metrics.collect;
    const admin = await startAdminServer({
      host: settings.adminHost,
      port: settings.adminPort,
      health,
      metrics: { collect: () => collect() },
      logger,
    });
    stops.push(() => admin.close());
    const hosted = await hostEnvironments({ settings, databases, logger, metrics });
    stops.push(() => hosted.stop());
    collect = hosted.collect;
    health.addReadiness('environments', hosted.problem);
    const server = await startFrontDoor(settings, hosted.handlers, { logger, metrics });
    stops.push(() => server.close());
    // Before the HTTP API closes: the load balancer must see it coming, and requests that wait must end.
    stops.push(async () => {
      health.markDraining();
      await server.drain();
      hosted.drain();
    });
    health.markStarted();
    return {
      port: server.port,
      adminPort: admin.port,
      bootstrapFile: settings.restoredCopy ? null : bootstrapPath(settings.dataDirectory),
      consoleWelcomes: async (isTerminal) => {
        const texts: (string | null)[] = [];
        // Nobody can be made an operator of a copy.
        for (const environment of settings.restoredCopy ? [] : settings.environments) {
          const database = databases.of[environment];
          const target = { environment, database, settings, logger, port: server.port };
          // The service runs; that nobody can be invited now is not worth its end.
          const failed = (error: unknown) => {
            logger.warn({ err: error, environment }, 'Nobody could be invited to the Console.');
            return null;
          };
          texts.push(await consoleWelcome(target, isTerminal).catch(failed));
        }
        return texts.filter((text) => text !== null);
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Says in all places where operators look that this service does not act as the original. */
function tellOfCopy(health: Health, metrics: Metrics, logger: Logger): void {
  const sentence = 'RESTORED_COPY is on: nothing is changed, proven or delivered.';
  health.addReadiness('restored_copy', () => sentence);
  metrics.gauge(
    { name: 'restored_copy', help: '1 where the service runs on a restored copy; else absent.', labels: [] },
    () => [{ labels: {}, value: 1 }],
  );
  logger.warn(sentence);
}

/** Loads only what is needed: a process that passes requests on stays a small one. */
async function hostEnvironments(options: HostingOptions): Promise<HostedEnvironments> {
  const [first, ...others] = options.settings.environments;
  if (first === undefined || others.length > 0) {
    const { hostInOwnProcesses } = await import('./hosting/in-own-processes.js');
    return hostInOwnProcesses(options);
  }
  const { hostInThisProcess } = await import('./hosting/in-this-process.js');
  return hostInThisProcess(first, options);
}
