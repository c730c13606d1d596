import type { Settings } from '@service/platform/settings';

type PortSettings = Pick<
  Settings,
  'port' | 'adminPort' | 'servicePorts' | 'kafkaPort' | 'kafkaBrokers' | 'databaseUrl'
>;

const POSTGRES_PORT = 5_432;

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
