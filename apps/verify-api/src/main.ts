import 'reflect-metadata';
import { hostApp } from '@service/messaging';
import { servedAt } from '@service/platform/commands';
import { startHttpServer } from './start-http-server.js';
import { startGateway, type StartedGateway } from './start-gateway.js';

await hostApp<StartedGateway>({
  app: 'verify_api',
  start: startGateway,
  async ready(started, settings, logger) {
    const gateways = new Map([...started].map(([environment, { gateway }]) => [environment, gateway]));
    const server = await startHttpServer(settings, gateways, logger);
    const { url } = await servedAt(settings, server.port);
    const stop = () => {
      for (const gateway of gateways.values()) gateway.drain();
      return server.close();
    };
    return { says: `verify-api is ready on ${url}`, stop };
  },
});
