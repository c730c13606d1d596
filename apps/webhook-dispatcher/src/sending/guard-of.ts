import type { Settings } from '@service/platform/settings';
import { AddressGuard } from './address-guard.js';
import { ownPorts } from './own-ports.js';

export interface GuardOptions {
  settings: Settings;
  /** Databases of all environments that the process knows, on any server. */
  databaseUrls: readonly string[];
  /** Whether the host itself may receive deliveries. */
  allowsLoopback: boolean;
}

/** The guard of the settings; the service's own ports are those of the settings and of the databases. */
export function guardOf({ settings, databaseUrls, allowsLoopback }: GuardOptions): AddressGuard {
  const ports = ownPorts(settings, databaseUrls);
  return new AddressGuard({
    allowed: settings.deliveryAllowedAddresses,
    allowsLoopback,
    isOwnPort: (port) => ports.has(port),
  });
}
