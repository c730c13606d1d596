import { connect as connectTcp, isIP, type LookupFunction, type Socket } from 'node:net';
import { connect as connectTls, type SecureContext } from 'node:tls';
import type { buildConnector } from 'undici';
import type { AddressGuard } from './address-guard.js';
import { AttemptFailure } from './attempt-failure.js';
import type { ResolveName } from './resolve-name.js';
import { TlsSessions } from './tls-sessions.js';

export interface ConnectorOptions {
  guard: AddressGuard;
  resolve: ResolveName;
  secureContext: SecureContext;
  /** Milliseconds for name, TCP and TLS together. */
  timeout_ms: number;
  /** Called for each established connection. */
  onConnected?: (origin: string) => void;
}

type Target = buildConnector.Options;

/**
 * Connects only to addresses that the guard allows. The name is resolved once, every address must pass, and the socket
 * gets these addresses instead of a second lookup. The connected address is checked again before any byte is sent,
 * including TLS.
 */
export function guardedConnector(options: ConnectorOptions): buildConnector.connector {
  const sessions = new TlsSessions();
  return (target, callback) => void connectFor(target, callback, options, sessions);
}

async function connectFor(
  target: Target,
  callback: buildConnector.Callback,
  options: ConnectorOptions,
  sessions: TlsSessions,
): Promise<void> {
  let socket: Socket;
  try {
    socket = await connect(target, options, sessions);
  } catch (error) {
    callback(asFailure(error), null);
    return;
  }
  callback(null, socket);
}

async function connect(target: Target, options: ConnectorOptions, sessions: TlsSessions): Promise<Socket> {
  const deadline = AbortSignal.timeout(options.timeout_ms);
  const addresses = await inTime(addressesOf(target.hostname, options.resolve), deadline);
  for (const address of addresses) checkAddress(address, target, options.guard);
  const socket = openSocket(target, addresses, options, sessions);
  await established(socket, target, options.guard, deadline);
  options.onConnected?.(originOf(target));
  return withoutContinue(socket);
}

/**
 * Has the client ignore `100 Continue`, as RFC 9110, section 15.2, demands of every interim answer: undici ignores all but
 * this one, for which it closes the connection (`onHeadersComplete`). So it reads 102 instead.
 */
function withoutContinue(socket: Socket): Socket {
  const read = socket.read.bind(socket);
  return Object.assign(socket, {
    read: (size?: number): Buffer | null => {
      const chunk = read(size) as Buffer | null;
      if (chunk !== null && /^HTTP\/1\.[01] 100/.test(chunk.toString('latin1', 0, 12))) chunk.write('2', 11);
      return chunk;
    },
  });
}

/** Most addresses of a name. Each is checked, and the owner of a name could otherwise keep the process busy with thousands. */
const MOST_RESOLVED = 128;

async function addressesOf(host: string, resolve: ResolveName): Promise<string[]> {
  if (isIP(host) !== 0) return [host];
  const addresses = await resolve(host).catch((cause: unknown) => {
    throw new AttemptFailure('name_not_resolved', 'No name server answered.', { cause });
  });
  if (addresses.length === 0) throw new AttemptFailure('name_not_resolved', 'The name has no address.');
  if (addresses.length > MOST_RESOLVED)
    throw new AttemptFailure('name_not_resolved', 'The name has too many addresses.');
  return addresses;
}

/** Of a name, the subscriber learns no more than where there is no such name: it could be one of our own network. */
function checkAddress(address: string | undefined, target: Target, guard: AddressGuard): void {
  const fault = guard.faultOf(address ?? '', portOf(target));
  if (fault === null) return;
  const code = isIP(target.hostname) === 0 ? 'name_not_resolved' : 'endpoint_not_allowed';
  throw new AttemptFailure(code, `The address is not allowed: ${fault}.`);
}

function openSocket(
  target: Target,
  addresses: readonly string[],
  { secureContext }: ConnectorOptions,
  sessions: TlsSessions,
): Socket {
  const host = target.hostname;
  const to = { host, port: portOf(target), lookup: lookupAmong(addresses), noDelay: true, keepAlive: true };
  if (target.protocol !== 'https:') return connectTcp(to);
  const key = originOf(target);
  const socket = connectTls({
    ...to,
    secureContext,
    // Even where the process was started with NODE_TLS_REJECT_UNAUTHORIZED=0.
    rejectUnauthorized: true,
    ALPNProtocols: ['http/1.1'],
    ...(target.servername && { servername: target.servername }),
    ...sessions.of(key),
  });
  return socket.on('session', (session: Buffer) => sessions.keep(key, session));
}

/** Most addresses of a version that a connection tries: the owner of a name could otherwise make the service scan a network. */
const MOST_TRIED = 4;

/** A lookup function that returns the first resolved addresses of both versions. */
function lookupAmong(addresses: readonly string[]): LookupFunction {
  const resolved = [4, 6].flatMap((family) =>
    addresses
      .filter((address) => isIP(address) === family)
      .slice(0, MOST_TRIED)
      .map((address) => ({ address, family })),
  );
  return (_host, { all }, callback) => {
    const [first] = resolved;
    if (all === true || first === undefined) callback(null, [...resolved]);
    else callback(null, first.address, first.family);
  };
}

function established(
  socket: Socket,
  target: Target,
  guard: AddressGuard,
  deadline: AbortSignal,
): Promise<void> {
  const isTls = target.protocol === 'https:';
  return new Promise((resolve, reject) => {
    let stands = false;
    const late = () => socket.destroy(new AttemptFailure('timeout', 'No connection in time.'));
    deadline.addEventListener('abort', late, { once: true });
    // Added before Node's own listener, which begins the TLS handshake.
    socket.prependOnceListener('connect', () => {
      stands = true;
      try {
        checkAddress(socket.remoteAddress, target, guard);
      } catch (error) {
        socket.destroy(error as AttemptFailure);
      }
    });
    socket.once(isTls ? 'secureConnect' : 'connect', () => {
      if (socket.destroyed) return;
      deadline.removeEventListener('abort', late);
      resolve();
    });
    // Never removed: an error while no other listener is attached would end the process.
    socket.on('error', (error) => reject(asFailure(error, stands && isTls)));
    socket.once('close', () => {
      deadline.removeEventListener('abort', late);
      reject(new AttemptFailure(stands && isTls ? 'tls_failed' : 'connection_failed', 'It was closed.'));
    });
  });
}

function asFailure(error: unknown, isTls = false): AttemptFailure {
  if (error instanceof AttemptFailure) return error;
  return new AttemptFailure(isTls ? 'tls_failed' : 'connection_failed', 'It could not be connected.', {
    cause: error,
  });
}

/** @throws AttemptFailure at the deadline. */
function inTime<Value>(work: Promise<Value>, deadline: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const late = () => reject(new AttemptFailure('timeout', 'The name was not resolved in time.'));
    deadline.addEventListener('abort', late, { once: true });
    work.finally(() => deadline.removeEventListener('abort', late)).then(resolve, reject);
  });
}

function portOf({ port, protocol }: Target): number {
  return Number(port) || (protocol === 'https:' ? 443 : 80);
}

function originOf(target: Target): string {
  return `${target.protocol}//${target.hostname}:${portOf(target)}`;
}
