import { once } from 'node:events';
import { createServer } from 'node:net';
import { hasCode } from '../error-reason.js';
import { StartError } from '../start-error.js';

/** Whether the port is in use on the loopback address, or on all addresses. */
export async function isPortTaken(port: number): Promise<boolean> {
  const server = createServer().listen({ port, host: '127.0.0.1', exclusive: true });
  try {
    await once(server, 'listening');
  } catch (error) {
    // Other errors, such as a missing permission, are reported when the server listens.
    return hasCode(error, 'EADDRINUSE');
  }
  server.close();
  await once(server, 'close');
  return false;
}

/** The StartError for a port that is in use. */
export function portTaken(
  port: number,
  setting: 'PORT' | 'ADMIN_PORT' | 'KAFKA_PORT',
  cause?: unknown,
): StartError {
  return new StartError(`Port ${port} is taken; stop what listens there or set ${setting}.`, { cause });
}
