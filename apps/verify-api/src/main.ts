import 'reflect-metadata';
import { hostApp } from '@service/messaging';
import { servedAt } from '@service/platform/commands';
import { openDoor } from './open-door.js';
import { startGateway, type StartedGateway } from './start-gateway.js';

await hostApp<StartedGateway>({
  app: 'verify_api',
  start: startGateway,
  async ready(started, settings, logger) {
    const gateways = new Map([...started].map(([environment, { gateway }]) => [environment, gateway]));
    const door = await openDoor(settings, gateways, logger);
    const { url } = await servedAt(settings, door.port);
    return { says: `verify-api is ready on ${url}`, stop: () => door.close() };
  },
});
