import type { Environment } from '@service/contracts';
import { allowsLoopbackDeliveries, type Settings } from '@service/platform/settings';
import { AddressGuard } from './address-guard.js';
import { ownPorts } from './own-ports.js';

export interface GuardOptions {
  settings: Settings;
  /** Databases of all environments that the process knows, on any server. */
  databaseUrls: readonly string[];
  environment: Environment;
}

/**
 * The guard of the settings. Only development may deliver to the host itself, and only if the settings allow it. The
 * service's own ports are those of the settings and of the databases.
 */
export function guardOf({ settings, databaseUrls, environment }: GuardOptions): AddressGuard {
  const ports = ownPorts(settings, databaseUrls);
  return new AddressGuard({
    allowed: settings.deliveryAllowedAddresses,
    allowsLoopback: environment === 'development' && allowsLoopbackDeliveries(settings),
    isOwnPort: (port) => ports.has(port),
  });
}
