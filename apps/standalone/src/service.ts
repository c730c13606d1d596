import { Health, startAdminServer } from '@service/platform/admin';
import { lockDataDirectory } from '@service/platform/data-directory';
import { openDatabases } from '@service/platform/databases';
import { type Logger } from '@service/platform/logging';
import { createMetrics } from '@service/platform/metrics';
import { type Settings } from '@service/platform/settings';
import { bootstrapPath, startFrontDoor } from '@service/verify-api/door';
import type { HostedEnvironments, HostingOptions } from './hosting/hosted-environments.js';

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
    let scrape = metrics.scrape;
    const admin = await startAdminServer({
      port: settings.adminPort,
      health,
      metrics: { scrape: () => scrape() },
      logger,
    });
    stops.push(() => admin.close());
    const hosted = await hostEnvironments({ settings, databases, logger, metrics });
    stops.push(() => hosted.stop());
    scrape = hosted.scrape;
    health.addReadiness('environments', hosted.problem);
    const server = await startFrontDoor(settings, hosted.handlers, logger);
    stops.push(() => server.close());
    // Before the HTTP API closes: the load balancer must see it coming, and requests that wait must end.
    stops.push(async () => {
      health.markDraining();
      hosted.drain();
    });
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
