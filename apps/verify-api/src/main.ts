import 'reflect-metadata';
import { hostApp } from '@service/messaging';
import { servedAt } from '@service/platform/commands';
import { startHttpServer } from './start-http-server.js';
import { startGateway, type StartedGateway } from './start-gateway.js';

await hostApp<StartedGateway>({
  app: 'verify_api',
  start: startGateway,
  async ready(started, settings, context) {
    const gateways = new Map([...started].map(([environment, { gateway }]) => [environment, gateway]));
    const server = await startHttpServer(settings, gateways, context);
    const { url } = await servedAt(settings, server.port);
    const stop = async () => {
      await server.drain();
      for (const gateway of gateways.values()) gateway.drain();
      await server.close();
    };
    return { says: `verify-api is ready on ${url}`, stop };
  },
});
