import type { Environment } from '@service/contracts';
import { StartError, type Settings } from '@service/platform';
import { FrontDoor, type RequestHandler } from './front-door.js';

/** Milliseconds for a request to arrive whole, and for the requests under way when the service stops. */
const REQUEST_TIMEOUT = 10_000;
const DRAIN_TIMEOUT = 5_000;

/** A front door that is listened at. */
export interface OpenDoor {
  port: number;
  /** Takes no more connections and resolves when the last request is answered or too late. */
  close(): Promise<void>;
}

/** Listens for all environments of the process.
 *  @throws StartError where the port is taken. */
export async function openDoor(
  { port, sharePort }: Pick<Settings, 'port' | 'sharePort'>,
  handlers: ReadonlyMap<Environment, RequestHandler>,
): Promise<OpenDoor> {
  const door = new FrontDoor(handlers, {
    host: '127.0.0.1',
    port,
    sharePort,
    requestTimeout: REQUEST_TIMEOUT,
    drainTimeout: DRAIN_TIMEOUT,
  });
  try {
    return { port: await door.listen(), close: () => door.close() };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    throw new StartError(`Port ${port} is taken; stop what listens there or set PORT.`, { cause: error });
  }
}
