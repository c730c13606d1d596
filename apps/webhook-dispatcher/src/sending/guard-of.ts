import { allowsLoopbackDeliveries, type Settings } from '@service/platform/settings';
import { AddressGuard } from './address-guard.js';
import { ownPorts } from './own-ports.js';

export interface GuardOptions {
  settings: Settings;
  /** The databases, on any server. */
  databaseUrls: readonly string[];
  /** Ports of other environments' processes on this machine, which can change. */
  neighbourPorts?: { has(port: number): boolean };
}

/**
 * The guard of the settings. Only development may deliver to the host itself, and only if the settings allow it. The
 * service's own ports are those of the settings, of the databases and of the neighbours.
 */
export function guardOf({ settings, databaseUrls, neighbourPorts }: GuardOptions): AddressGuard {
  const ports = ownPorts(settings, databaseUrls);
  return new AddressGuard({
    allowed: settings.deliveryAllowedAddresses,
    allowsLoopback: settings.environment === 'development' && allowsLoopbackDeliveries(settings),
    isOwnPort: (port) => ports.has(port) || neighbourPorts?.has(port) === true,
  });
}
