import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Driver } from '../driver.ts';
import { TestService } from '../service.ts';

/** Where the suites of a run, which may be in several processes, ask for the service that they share. */
interface Sharing {
  server: Server;
  /** From when the first asked. */
  service: Promise<TestService> | undefined;
}

const sharings = new Map<Driver, Sharing>();

/** For a global setup: lets suites share one service, which is started when the first of them asks for it. */
export async function shareService(driver: Driver): Promise<void> {
  const sharing: Sharing = { server: createServer(), service: undefined };
  sharing.server.on('request', (_, response) => {
    sharing.service ??= start(driver);
    sharing.service.then(
      ({ baseUrl, dataDirectory }) => response.end(JSON.stringify({ baseUrl, dataDirectory })),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  sharing.server.listen(0, '127.0.0.1');
  await once(sharing.server, 'listening');
  const { port } = sharing.server.address() as AddressInfo;
  process.env[`TEST_SHARED_SERVICE_${driver.name.toUpperCase()}`] = `http://127.0.0.1:${port}/`;
  sharings.set(driver, sharing);
}

/** For a global teardown: ends the service, where one was started. */
export async function endSharedService(driver: Driver): Promise<void> {
  const sharing = sharings.get(driver);
  sharing?.server.close();
  sharing?.server.closeAllConnections();
  await (await sharing?.service?.catch(() => undefined))?.dispose();
}

/** One that does not start leaves nothing behind. */
async function start(driver: Driver): Promise<TestService> {
  const service = new TestService({}, driver);
  try {
    await service.begin();
    return service;
  } catch (error) {
    await service.dispose();
    throw error;
  }
}
