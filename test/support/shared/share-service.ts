import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Driver } from '../driver.ts';
import { TestService } from '../service.ts';

/** The service of a run, for the suites that share it, which may be in several processes. */
interface Sharing {
  server: Server;
  /** From when somebody took it until room was made. */
  service: Promise<TestService> | undefined;
  /** Suites that have taken it and not given it back. */
  takers: number;
}

const sharings = new Map<Driver, Sharing>();

/** For a global setup: lets suites share one service. It is started when one takes it, and stopped when one that starts
 *  a service of its own asks for room, for a service at rest takes a third of a processor. */
export async function shareService(driver: Driver): Promise<void> {
  const sharing: Sharing = { server: createServer(), service: undefined, takers: 0 };
  const requests: Record<string, () => Promise<object>> = {
    '/take': async () => {
      sharing.takers += 1;
      const { baseUrl, dataDirectory } = await (sharing.service ??= start(driver));
      return { baseUrl, dataDirectory };
    },
    '/give-back': async () => {
      sharing.takers -= 1;
      return {};
    },
    '/make-room': async () => {
      if (sharing.takers === 0) await end(sharing);
      return {};
    },
  };
  sharing.server.on('request', ({ url = '' }, response) => {
    requests[url]?.().then(
      (answer) => response.end(JSON.stringify(answer)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  sharing.server.listen(0, '127.0.0.1');
  await once(sharing.server, 'listening');
  const { port } = sharing.server.address() as AddressInfo;
  process.env[`TEST_SHARED_SERVICE_${driver.name.toUpperCase()}`] = `http://127.0.0.1:${port}`;
  sharings.set(driver, sharing);
}

/** For a global teardown: ends the service, where there is one. */
export async function endSharedService(driver: Driver): Promise<void> {
  const sharing = sharings.get(driver);
  if (sharing === undefined) return;
  sharing.server.close();
  sharing.server.closeAllConnections();
  await end(sharing);
}

async function end(sharing: Sharing): Promise<void> {
  const { service } = sharing;
  sharing.service = undefined;
  await (await service?.catch(() => undefined))?.dispose();
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
