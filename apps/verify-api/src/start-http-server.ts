import type { Environment } from '@service/contracts';
import type { Gateway } from './gateway.js';
import {
  startFrontDoor,
  type FrontDoorContext,
  type HttpServer,
  type ServerSettings,
} from './start-front-door.js';

/**
 * Listens for gateways of this process, which from then on pass each other reports of leaked tokens.
 * @throws StartError as `startFrontDoor` does.
 */
export async function startHttpServer(
  settings: ServerSettings,
  gateways: ReadonlyMap<Environment, Gateway>,
  context: FrontDoorContext,
): Promise<HttpServer> {
  const leaks = new Map([...gateways].map(([environment, { leaked }]) => [environment, leaked]));
  for (const leaked of leaks.values()) leaked.joinOthers(leaks);
  const handlers = new Map([...gateways].map(([environment, { handle }]) => [environment, handle]));
  return startFrontDoor(settings, handlers, context);
}
