import 'reflect-metadata';
import type { Environment } from '@service/contracts';
import { hostEnvironment } from './host-environment.js';
import type { HostedEnvironments, HostingOptions } from './hosted-environments.js';

/**
 * Hosts the only environment of a service in this process, without a second process that every request would pass.
 * @throws StartError with a sentence for the operator.
 */
export async function hostInThisProcess(
  environment: Environment,
  { databases, settings, logger, metrics }: HostingOptions,
): Promise<HostedEnvironments> {
  const database = databases.of[environment];
  const hosted = await hostEnvironment({ database, databaseUrls: database.urls, settings, logger, metrics });
  return {
    handlers: new Map([[environment, hosted.gateway.handle]]),
    problem: () => null,
    collect: () => metrics.collect(),
    drain: () => hosted.gateway.drain(),
    stop: () => hosted.stop(),
  };
}
