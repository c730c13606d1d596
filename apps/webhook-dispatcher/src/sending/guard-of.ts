import { allowsLoopbackDeliveries, type Settings } from '@service/platform/settings';
import { AddressGuard } from './address-guard.js';

type PortSettings = Pick<
  Settings,
  'port' | 'adminPort' | 'servicePorts' | 'kafkaPort' | 'kafkaBrokers' | 'databaseUrl'
>;

const POSTGRES_PORT = 5_432;

export interface GuardOptions {
  settings: Settings;
  /** URLs of the databases, on any server. */
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
    denied: settings.deliveryDeniedAddresses,
    allowsLoopback: settings.environment === 'development' && allowsLoopbackDeliveries(settings),
    isOwnPort: (port) => ports.has(port) || neighbourPorts?.has(port) === true,
  });
}

/**
 * The ports of the service's processes, its brokers and its databases, without those that the system chooses (`PORT=0`).
 * @param foundUrls databases that no setting names.
 */
export function ownPorts(settings: PortSettings, foundUrls: readonly string[] = []): ReadonlySet<number> {
  const { port, adminPort, servicePorts, kafkaPort, kafkaBrokers = [], databaseUrl } = settings;
  return new Set([
    port,
    adminPort,
    ...servicePorts,
    kafkaPort,
    ...kafkaBrokers.map((broker) => Number(broker.split(':')[1])),
    ...[databaseUrl ?? [], ...foundUrls].flat().map((url) => Number(new URL(url).port) || POSTGRES_PORT),
  ]);
}
