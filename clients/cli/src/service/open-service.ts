import { RecordVerification } from '@record-verification/client';
import type { Trust } from '@service/evidence';
import { connectionOf, type Connection, type ConnectionValues } from '../profiles/connection.js';
import { pinsOf } from '../profiles/pins.js';
import { loadTrust } from '../verifying/load-options.js';

/** The options of a command that asks a service. */
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
}

/** How a client is used beside the options of its command. */
interface Terms {
  /** Milliseconds of one attempt. */
  timeout?: number;
  maxRetries?: number;
}

/** Opens the service of a call; what its login pinned is then checked. @throws CommandError, PolicyRefused */
export async function openService(values: ServiceValues, terms: Terms = {}): Promise<OpenedService> {
  const connection = await connectionOf(values);
  const trust = values['no-verify'] === true ? null : await pinnedTrust(connection);
  const service = new RecordVerification({
    baseUrl: connection.url,
    token: connection.token,
    ...terms,
    ...(trust !== null && { verify: { trust } }),
  });
  return { service, connection, verifies: trust !== null };
}

/** What the login of a service pinned; null where it pinned nothing. */
export async function pinnedTrust({ profile }: Connection): Promise<Trust | null> {
  const pins = profile === null ? null : pinsOf(profile);
  if (pins === null) return null;
  const { keys, policy } = pins;
  const named = policy && { ...policy, fingerprint: null, origin: null, allowExpired: false };
  return loadTrust({ keys, policy: named, witnesses: undefined }, () => undefined);
}
