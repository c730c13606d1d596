import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { TEST_RUN_URL } from '@service/testing';
import { endDatabaseServers, takeDatabaseServer } from './database-servers.ts';
import { endSharedBrowser, takeSharedBrowser } from './shared-browser.ts';
import { endSharedService, endSharedServices, takeSharedService } from './shared-services.ts';

/** What a worker may ask for: `/<name>/<kind>?worker=<id>`. */
const requests: Readonly<Record<string, (worker: string, kind: string) => Promise<object>>> = {
  'database-server': takeDatabaseServer,
  'shared-service': takeSharedService,
  browser: takeSharedBrowser,
  'make-room': endSharedService,
};

/**
 * Gives the workers of a run what their files share. A worker runs one file after the other, in contexts that share
 * nothing. Only this process outlives them and can hold something for several files.
 */
const server = createServer((request, response) => {
  const url = new URL(request.url ?? '', 'http://run');
  const [name = '', kind = ''] = url.pathname.slice(1).split('/');
  // No keep-alive: a file that asks seconds later could meet a connection that is just being closed.
  response.setHeader('connection', 'close');
  const answer = requests[name]?.(url.searchParams.get('worker') ?? '1', kind);
  (answer ?? Promise.reject(new Error(`A run of tests has no ${name}.`))).then(
    (shared) => response.end(JSON.stringify(shared)),
    (error: unknown) => response.writeHead(500).end(String(error)),
  );
});

/** Jest calls it once for all of its projects that name it as their setup. */
export async function openRun(): Promise<void> {
  if (server.listening) return;
  // The database servers are detached and would outlive an interrupted run.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void closeRun().finally(() => process.exit(130)));
  }
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  process.env[TEST_RUN_URL] = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Ends everything that was shared: services before the servers that they run on. */
export async function closeRun(): Promise<void> {
  if (!server.listening) return;
  server.close();
  server.closeAllConnections();
  try {
    await endSharedBrowser();
    await endSharedServices();
  } finally {
    await endDatabaseServers();
  }
}
