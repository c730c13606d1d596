import type { Settings } from '@service/platform/settings';
import { AddressGuard } from './address-guard.js';
import { ownPorts } from './own-ports.js';

export interface GuardOptions {
  settings: Settings;
  /** Of every environment beside it that the process knows, wherever the servers are. */
  databaseUrls: readonly string[];
  /** Whether the host itself may receive deliveries. */
  allowsLoopback: boolean;
}

/** The guard that the settings ask for; its own ports are those of the settings and of the databases. */
export function guardOf({ settings, databaseUrls, allowsLoopback }: GuardOptions): AddressGuard {
  const ports = ownPorts(settings, databaseUrls);
  return new AddressGuard({
    allowed: settings.deliveryAllowedAddresses,
    allowsLoopback,
    isOwnPort: (port) => ports.has(port),
  });
}
