import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Environment } from '@service/contracts';
import { createDirectory } from '@service/platform/data-directory';
import { mergeFamilies } from '@service/platform/metrics';
import { OutageLog } from '@service/platform/scheduling';
import { Forwarding, ensureTokens, type RequestHandler } from '@service/verify-api/door';
import { EnvironmentHost } from './environment-host.js';
import type { HostedEnvironments, HostingOptions } from './hosted-environments.js';
import type { LeakedTokens } from './messages.js';

/** Bytes of the longest path of a socket file on every system. */
const LONGEST_PATH = 103;

/**
 * Hosts each environment of a service in a process of its own: what one of them does costs the others neither time nor
 * memory, and the end of one leaves the others running. This process only passes requests on.
 * @throws StartError with a sentence for the operator; what was started is then stopped.
 */
export async function hostInOwnProcesses(options: HostingOptions): Promise<HostedEnvironments> {
  const { settings, databases, logger, metrics } = options;
  const { dataDirectory, environments, cell, restoredCopy } = settings;
  // Processes that made them at once would overwrite each other's.
  if (!restoredCopy) await ensureTokens(dataDirectory, environments, cell);
  const databaseUrls = Object.values(databases.of).flatMap(({ urls }) => urls);
  const stops: (() => Promise<unknown>)[] = [];
  const hosts = new Map<Environment, EnvironmentHost>();
  const handlers = new Map<Environment, RequestHandler>();
  const onLeaked = (leaked: LeakedTokens) => hosts.get(leaked.environment)?.take(leaked);
  const stop = async () => {
    await Promise.all(stops.splice(0).map((step) => step()));
  };
  for (const environment of environments) {
    const socket = await socketFor(dataDirectory, environment);
    const { ownerUrl, appUrls } = databases.of[environment];
    const order = {
      type: 'start',
      environment,
      ownerUrl,
      appUrls,
      databaseUrls,
      socketPath: socket.path,
    } as const;
    const onChange = (sentence: string) => logger.warn({ environment }, sentence);
    const host = new EnvironmentHost({ order, onChange, onLeaked });
    const outage = new OutageLog(logger, `Passing requests on to ${environment}`);
    const forwarding = new Forwarding(socket.path, outage);
    hosts.set(environment, host);
    handlers.set(environment, forwarding.handle);
    stops.push(async () => {
      await host.stop();
      forwarding.close();
      await socket.remove();
    });
  }
  try {
    await Promise.all([...hosts.values()].map((host) => host.start()));
  } catch (error) {
    await stop();
    throw error;
  }
  const all = [...hosts.values()];
  return {
    handlers,
    drain: () => all.forEach((host) => host.drain()),
    stop,
    problem: () => (all.some(({ isReady }) => isReady) ? null : 'No environment is running.'),
    async collect() {
      const others = all.map(async (host) => ({
        families: await host.scrape(),
        labels: { environment: host.environment },
      }));
      return mergeFamilies([
        { families: await metrics.collect(), labels: {} },
        ...(await Promise.all(others)),
      ]);
    },
  };
}

/** A file for a socket, in the data directory unless its path is too long for a socket. */
async function socketFor(
  dataDirectory: string,
  environment: Environment,
): Promise<{ path: string; remove: () => Promise<void> }> {
  const directory = join(dataDirectory, environment);
  await createDirectory(directory);
  const usual = join(directory, 'gateway.sock');
  if (Buffer.byteLength(usual) <= LONGEST_PATH)
    return { path: usual, remove: () => rm(usual, { force: true }) };
  const other = await mkdtemp(join(tmpdir(), 'records-'));
  return { path: join(other, 'gateway.sock'), remove: () => rm(other, { recursive: true, force: true }) };
}
