import type { Settings } from '@service/platform';
import { AddressGuard } from './address-guard.js';
import { ownPorts } from './own-ports.js';

export interface GuardOptions {
  settings: Settings;
  /** Of the environment, wherever its server is. */
  databaseUrl: string;
  /** Whether the host itself may receive deliveries. */
  allowsLoopback: boolean;
}

/** The guard that the settings ask for; its own ports are those of the settings and of the database. */
export function guardOf({ settings, databaseUrl, allowsLoopback }: GuardOptions): AddressGuard {
  const ports = ownPorts(settings);
  const database = Number(new URL(databaseUrl).port);
  return new AddressGuard({
    allowed: settings.deliveryAllowedAddresses,
    allowsLoopback,
    isOwnPort: (port) => port === database || ports.has(port),
  });
}
