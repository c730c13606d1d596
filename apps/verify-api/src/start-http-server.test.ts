import { expect, it } from '@jest/globals';
import { createLogger } from '@service/platform/logging';
import { createMetrics } from '@service/platform/metrics';
import type { Gateway } from './gateway.js';
import { startHttpServer } from './start-http-server.js';

it('passes reports of leaked tokens from one gateway of a process to another', async () => {
  const joined: unknown[] = [];
  const leaked = { joinOthers: (all: unknown) => void joined.push(all) };
  const gateway = { handle: () => undefined, leaked } as unknown as Gateway;
  const settings = {
    port: 0,
    sharePort: false,
    trustedProxies: [],
    corsOrigins: [],
    tlsCertFile: undefined,
    tlsKeyFile: undefined,
  };
  const logger = createLogger('silent');
  const metrics = createMetrics(logger);
  const server = await startHttpServer(settings, new Map([['development', gateway]]), { logger, metrics });
  expect(joined).toEqual([new Map([['development', leaked]])]);
  await server.close();
});
