import { RecordVerification } from '@record-verification/client';
import type { Trust } from '@service/evidence';
import { say } from '../output/print.js';
import { connectionOf, type Connection, type ConnectionValues } from '../profiles/connection.js';
import { pinsOf } from '../profiles/pins.js';
import { loadTrust } from '../verifying/load-options.js';

/** The options of a command that calls a service. */
export interface ServiceValues extends ConnectionValues {
  'no-verify'?: boolean | undefined;
  json?: boolean | undefined;
}

/** A service that a command works with. */
export interface OpenedService {
  service: RecordVerification;
  connection: Connection;
  /** Whether the signatures of its answers are checked. */
  verifies: boolean;
  /** Origin of the log that is pinned; undefined where none is. */
  log?: string;
}

/** Opens the service of a call, with the pins of its login, if any. @throws CommandError, PolicyRefused */
export async function openService(values: ServiceValues): Promise<OpenedService> {
  const connection = await connectionOf(values);
  const trust = values['no-verify'] === true ? null : await pinnedTrust(connection);
  const service = new RecordVerification({
    baseUrl: connection.url,
    token: connection.token,
    ...(trust !== null && { verify: { trust } }),
  });
  return { service, connection, verifies: trust !== null, ...(trust !== null && { log: trust.origin }) };
}

/**
 * Opens the service of a command that reads, and warns if signatures are not checked. @throws CommandError,
 * PolicyRefused
 */
export async function openReader(values: ServiceValues): Promise<OpenedService> {
  const opened = await openService(values);
  if (!opened.verifies) say('Signatures of answers are not checked: log in with rvs login to pin keys.');
  return opened;
}

/** Trust from the pins of a login; null if the login pinned nothing. */
export async function pinnedTrust({ profile }: Pick<Connection, 'profile'>): Promise<Trust | null> {
  const pins = profile === null ? null : pinsOf(profile);
  if (pins === null) return null;
  const { keys, policy } = pins;
  const named = policy && { ...policy, fingerprint: null, origin: null, allowExpired: false };
  return loadTrust({ keys, policy: named, witnesses: undefined }, () => undefined);
}
