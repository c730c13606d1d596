import { createHistogram } from 'node:perf_hooks';
import { cpuSeconds, databaseSeconds, serviceProcesses } from '../process-figures.ts';
import { LoadConnection } from './load-connection.ts';
import type { LoadOutcome, LoadRequest } from './load.ts';

// One process generates every load of a run, so that its own cost is the same on both sides of a ratio.
process.on('message', (request: LoadRequest) => {
  void generate(request).then((outcome) => process.send?.(outcome));
});

async function generate(request: LoadRequest): Promise<LoadOutcome> {
  const { port, serverPid, dataDirectory, target, connections, warmUp, seconds } = request;
  const latencies = createHistogram();
  const failures: Record<number, number> = {};
  let counting = false;
  const answered = (milliseconds: number, status: number) => {
    if (!counting) return;
    if (status >= 300) failures[status] = (failures[status] ?? 0) + 1;
    latencies.record(Math.max(1, Math.round(milliseconds * 1_000)));
  };
  const all = Array.from({ length: connections }, () => new LoadConnection(port, target, answered));
  await sleep(warmUp);
  counting = true;
  const startedAt = performance.now();
  const usedBefore = process.cpuUsage();
  const server = serviceProcesses(serverPid);
  const database = () => (dataDirectory === undefined ? null : databaseSeconds(dataDirectory, 'development'));
  const [serverBefore, databaseBefore] = [cpuSeconds(server), database()];
  await sleep(seconds);
  counting = false;
  const elapsed = (performance.now() - startedAt) / 1_000;
  const used = process.cpuUsage(usedBefore);
  const [serverAfter, databaseAfter] = [cpuSeconds(server), database()];
  for (const connection of all) connection.close();
  return {
    requests: latencies.count,
    perSecond: latencies.count / elapsed,
    failures,
    p50: latencies.percentile(50) / 1_000,
    p99: latencies.percentile(99) / 1_000,
    serverCores: coresBetween(serverBefore, serverAfter, elapsed),
    databaseCores: coresBetween(databaseBefore, databaseAfter, elapsed),
    generatorCores: (used.user + used.system) / 1e6 / elapsed,
  };
}

function coresBetween(before: number | null, after: number | null, elapsed: number): number | null {
  return before === null || after === null ? null : (after - before) / elapsed;
}

function sleep(seconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
}
