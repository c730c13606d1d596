import 'reflect-metadata';
import { hostApp } from '@service/messaging';
import { openDoor } from './http/open-door.js';
import { startGateway, type StartedGateway } from './start-gateway.js';

await hostApp<StartedGateway>({
  name: 'verify-api',
  start: startGateway,
  async ready(started, settings) {
    const handlers = new Map([...started].map(([environment, { gateway }]) => [environment, gateway.handle]));
    const door = await openDoor(settings, handlers);
    return { says: `verify-api is ready on http://127.0.0.1:${door.port}`, stop: () => door.close() };
  },
});
